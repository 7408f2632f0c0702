//! Links ES modules into one classic script.
//!
//! `oxc` parses each file and resolves its names; this module only follows the imports, checks
//! that every imported name exists, and joins the files. Each file becomes a function that runs
//! once, in the order ES modules run, and exports become getters, so that imports stay live and
//! cycles work as they do in a browser. A form that cannot be carried over (top-level await,
//! `import.meta`, a computed `import()`, …) is an error that names the file and the line.

mod module;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use module::{Export, ImportedName, Module};

/// Changes to what an import finds, all by absolute path.
#[derive(Debug, Default)]
pub struct Options {
    /// Files that stand in for others: the key is what is imported, the value what is linked.
    pub replace: HashMap<PathBuf, PathBuf>,
    /// Modules that exist only here, by their bare name: `fanorona:embedded` and its source text.
    pub virtual_modules: HashMap<String, String>,
    /// Files that only some files may import, with the advice to print otherwise.
    pub guarded: Vec<Guard>,
}

/// A file that only the named files may import.
#[derive(Debug)]
pub struct Guard {
    /// The guarded file.
    pub file: PathBuf,
    /// Names of the files that may import it.
    pub importers: Vec<String>,
    /// What to do instead.
    pub advice: String,
}

/// Links `entry` and all it imports into the text of one classic script.
pub fn link(entry: &Path, options: &Options) -> Result<String> {
    let mut linker = Linker {
        options,
        modules: Vec::new(),
        ids: HashMap::new(),
    };
    let entry = absolute(entry)?;
    let entry_id = linker.load(Source::File(entry))?;
    let text = linker.print(entry_id)?;
    module::check_script(&text)
        .context("the linked script does not parse; this is a fault of the linker")?;
    Ok(text)
}

/// The files that make up `entry`: itself and all it imports, in the order they are met.
pub fn files(entry: &Path) -> Result<Vec<PathBuf>> {
    let options = Options::default();
    let mut linker = Linker {
        options: &options,
        modules: Vec::new(),
        ids: HashMap::new(),
    };
    linker.load(Source::File(absolute(entry)?))?;
    let mut files: Vec<(usize, Source)> = linker
        .ids
        .into_iter()
        .map(|(source, id)| (id, source))
        .collect();
    files.sort_by_key(|(id, _)| *id);
    let path = |(_, source)| match source {
        Source::File(path) => Some(path),
        Source::Virtual(_) => None,
    };
    Ok(files.into_iter().filter_map(path).collect())
}

/// Where a module's text comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Source {
    File(PathBuf),
    Virtual(String),
}

impl Source {
    fn name(&self) -> String {
        match self {
            // The full path would tie the output to one machine.
            Self::File(path) => {
                let parts: Vec<_> = path
                    .components()
                    .rev()
                    .take(2)
                    .map(|part| part.as_os_str().to_string_lossy())
                    .collect();
                parts.into_iter().rev().collect::<Vec<_>>().join("/")
            }
            Self::Virtual(name) => name.clone(),
        }
    }
}

struct Linker<'a> {
    options: &'a Options,
    /// In the order in which they were met; `None` while a module's own imports are being loaded.
    modules: Vec<Option<Module>>,
    ids: HashMap<Source, usize>,
}

/// Where an exported name really lives.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    /// A name that `module` exports from its own scope.
    Name { module: usize, name: String },
    /// The namespace object of a module.
    Namespace { module: usize },
}

impl Target {
    /// The expression that reads it from anywhere in the script.
    fn reader(&self) -> String {
        match self {
            Self::Name { module, name } => format!("{}{}", object(*module), property(name)),
            Self::Namespace { module } => object(*module),
        }
    }
}

impl Linker<'_> {
    /// Reads a module and, depth first, all it imports. Gives back its number.
    fn load(&mut self, source: Source) -> Result<usize> {
        if let Some(&id) = self.ids.get(&source) {
            return Ok(id);
        }
        let id = self.modules.len();
        self.ids.insert(source.clone(), id);
        self.modules.push(None);
        let (text, label) = match &source {
            Source::File(path) => (
                std::fs::read_to_string(path)
                    .with_context(|| format!("cannot read {}", path.display()))?,
                path.display().to_string(),
            ),
            Source::Virtual(name) => (self.options.virtual_modules[name].clone(), name.clone()),
        };
        let mut module = Module::parse(&source.name(), &label, text)?;
        for request in module.requests.clone() {
            let target = self
                .resolve(&source, &request)
                .with_context(|| format!("in {label}"))?;
            let number = self.load(target)?;
            module.resolved.insert(request, number);
        }
        self.modules[id] = Some(module);
        Ok(id)
    }

    fn resolve(&self, importer: &Source, request: &str) -> Result<Source> {
        if self.options.virtual_modules.contains_key(request) {
            return Ok(Source::Virtual(request.to_owned()));
        }
        ensure!(
            request.starts_with("./") || request.starts_with("../"),
            "import of \"{request}\": only relative paths (./ or ../) and the build's own modules can be imported"
        );
        let Source::File(importer_path) = importer else {
            bail!("a built-in module cannot import \"{request}\"")
        };
        let folder = importer_path
            .parent()
            .context("an importer without a folder")?;
        let wanted = normalise(&folder.join(request));
        for guard in &self.options.guarded {
            if guard.file == wanted {
                let name = importer_path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy();
                ensure!(
                    guard.importers.iter().any(|allowed| *allowed == name),
                    "import of \"{request}\": {}",
                    guard.advice
                );
            }
        }
        Ok(Source::File(
            self.options.replace.get(&wanted).cloned().unwrap_or(wanted),
        ))
    }

    fn module(&self, id: usize) -> &Module {
        self.modules[id]
            .as_ref()
            .expect("every module is loaded before any is printed")
    }

    /// All names a module exports, `export *` followed.
    fn names(&self, id: usize, seen: &mut Vec<usize>) -> Vec<String> {
        if seen.contains(&id) {
            return Vec::new();
        }
        seen.push(id);
        let module = self.module(id);
        let mut names: Vec<String> = module.exports.keys().cloned().collect();
        for request in &module.stars {
            for name in self.names(module.resolved[request], seen) {
                if name != "default" && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Finds what `name` of module `id` stands for; `None` when the module exports no such name.
    fn find(
        &self,
        id: usize,
        name: &str,
        seen: &mut Vec<(usize, String)>,
    ) -> Result<Option<Target>> {
        if seen.contains(&(id, name.to_owned())) {
            return Ok(None);
        }
        seen.push((id, name.to_owned()));
        let module = self.module(id);
        match module.exports.get(name) {
            Some(Export::Local(_)) => {
                return Ok(Some(Target::Name {
                    module: id,
                    name: name.to_owned(),
                }));
            }
            Some(Export::From { request, name }) => {
                let from = module.resolved[request];
                return match name {
                    ImportedName::Namespace => Ok(Some(Target::Namespace { module: from })),
                    ImportedName::Name(name) => self.find(from, name, seen),
                };
            }
            None => {}
        }
        if name == "default" {
            return Ok(None);
        }
        let mut found: Option<Target> = None;
        for request in &module.stars {
            let Some(target) = self.find(module.resolved[request], name, seen)? else {
                continue;
            };
            match &found {
                None => found = Some(target),
                Some(first) => {
                    ensure!(
                        *first == target,
                        "{}: two `export *` give different things the name \"{name}\"",
                        module.label
                    );
                }
            }
        }
        Ok(found)
    }

    fn print(&self, entry: usize) -> Result<String> {
        let mut out = String::from("(function () {\n\"use strict\";\n");
        out.push_str(RUNTIME);
        for id in 0..self.modules.len() {
            writeln!(out, "const {} = {{ __proto__: null }};", object(id))?;
        }
        for id in 0..self.modules.len() {
            self.print_module(id, &mut out)?;
        }
        writeln!(out, "{}();\n}})();", runner(entry))?;
        Ok(out)
    }

    fn print_module(&self, id: usize, out: &mut String) -> Result<()> {
        let module = self.module(id);
        writeln!(
            out,
            "// {}\nconst {} = $once(() => {{",
            module.name,
            runner(id)
        )?;
        let mut getters: BTreeMap<String, String> = BTreeMap::new();
        for name in self.names(id, &mut Vec::new()) {
            let value = match module.exports.get(&name) {
                Some(Export::Local(expression)) => expression.clone(),
                _ => self
                    .find(id, &name, &mut Vec::new())?
                    .with_context(|| {
                        format!(
                            "{}: exports \"{name}\", which the module it comes from lacks",
                            module.label
                        )
                    })?
                    .reader(),
            };
            getters.insert(name, value);
        }
        if !getters.is_empty() {
            write!(out, "$export({}, {{", object(id))?;
            for (name, value) in &getters {
                ensure!(
                    name != "__proto__",
                    "{}: a name __proto__ cannot be exported",
                    module.label
                );
                write!(out, " {}: () => {value},", quoted(name))?;
            }
            out.push_str(" });\n");
        }
        for request in &module.static_requests {
            writeln!(out, "{}();", runner(module.resolved[request]))?;
        }
        let mut bindings = HashMap::new();
        for (local, import) in &module.imports {
            let from = module.resolved[&import.request];
            let target = match &import.name {
                ImportedName::Namespace => Target::Namespace { module: from },
                ImportedName::Name(name) => {
                    self.find(from, name, &mut Vec::new())?.with_context(|| {
                        format!(
                            "{}: {} exports no \"{name}\"",
                            module.label,
                            self.module(from).label
                        )
                    })?
                }
            };
            bindings.insert(local.clone(), target.reader());
        }
        let dynamic = |request: &str| {
            let target = module.resolved[request];
            format!(
                "$later(() => {{ {}(); return {}; }})",
                runner(target),
                object(target)
            )
        };
        out.push_str(module.rewrite(&bindings, &dynamic)?.trim_end());
        out.push_str("\n});\n");
        Ok(())
    }
}

/// Runs a module once; a module that threw throws the same again. A dynamic import is a promise.
const RUNTIME: &str = "\
const $once = (run) => { let state = 0, fault; return () => {
  if (state === 2) throw fault;
  if (state === 1) return;
  state = 1;
  try { run(); } catch (error) { state = 2; fault = error; throw error; }
}; };
const $export = (target, getters) => {
  for (const name of Object.keys(getters)) Object.defineProperty(target, name, { enumerable: true, get: getters[name] });
};
const $later = (run) => Promise.resolve().then(run);
";

fn object(id: usize) -> String {
    format!("$mod{id}")
}

fn runner(id: usize) -> String {
    format!("$run{id}")
}

/// `.name`, or `["any text"]`.
fn property(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    if plain {
        format!(".{name}")
    } else {
        format!("[{}]", quoted(name))
    }
}

/// A JavaScript string literal that is also safe inside an HTML script element.
#[must_use]
pub fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn absolute(path: &Path) -> Result<PathBuf> {
    Ok(normalise(
        &std::path::absolute(path).with_context(|| format!("bad path {}", path.display()))?,
    ))
}

/// Takes `.` and `..` out of an absolute path by its text alone.
#[must_use]
pub fn normalise(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
