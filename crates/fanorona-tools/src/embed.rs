//! What the single file and the worker are made of: the engine as text inside a script.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;

use crate::link::{Guard, Options, link, normalise, quoted};
use crate::minify;

/// Where the pieces lie. The folder layout is the one of `www/`.
#[derive(Debug)]
pub struct Sources {
    /// The folder of the page.
    pub www: PathBuf,
    /// The folder of the wasm-bindgen glue to embed, made with `--omit-default-module-path`.
    pub glue: PathBuf,
}

/// The worker's file, seen from `www/`.
const WORKER: &str = "engine/worker.js";
/// The module that knows where the engine is, seen from `www/`.
const PLATFORM: &str = "engine/platform.js";
/// The glue, seen from `www/`.
const GLUE: &str = "pkg/fanorona_wasm.js";
/// The folder with the texts of each language but English, as `NAME.json`, seen from `www/`.
const TEXTS: &str = "app/texts";
/// The file of puzzles, seen from `www/`.
const PUZZLES: &str = "puzzles/puzzles.json";
/// The module the single file finds its engine, its texts and its puzzles in.
const EMBEDDED: &str = "fanorona:embedded";

impl Sources {
    fn options(&self, platform: &str) -> Result<Options> {
        let www = normalise(&std::path::absolute(&self.www)?);
        let glue = normalise(&std::path::absolute(&self.glue)?);
        let mut options = Options::default();
        options
            .replace
            .insert(www.join(PLATFORM), www.join("engine").join(platform));
        options
            .replace
            .insert(www.join(GLUE), glue.join("fanorona_wasm.js"));
        let importers = [
            "platform.js",
            "platform-single.js",
            "platform-classic-worker.js",
        ];
        options.guarded.push(Guard {
            file: www.join(GLUE),
            importers: importers.map(str::to_owned).to_vec(),
            advice: "only engine/platform*.js may import the wasm glue, because the single file holds it elsewhere; \
                     call loadRules() of engine/platform.js"
                .to_owned(),
        });
        Ok(options)
    }

    /// The worker as one classic script. It expects `self.fanoronaWorkerStart` to be set before it runs.
    pub fn classic_worker(&self) -> Result<String> {
        link(
            &self.www.join(WORKER),
            &self.options("platform-classic-worker.js")?,
        )
    }

    /// `entry` (seen from `www/`) with the engine inside, as one classic script.
    pub fn standalone(&self, entry: &str, wasm: &Path) -> Result<String> {
        let bytes =
            std::fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
        ensure!(
            bytes.starts_with(b"\0asm"),
            "{} is not a wasm module",
            wasm.display()
        );
        // A page without puzzles has none in its single file either.
        let puzzles = self.www.join(PUZZLES);
        let puzzles = if puzzles.exists() {
            std::fs::read_to_string(&puzzles)
                .with_context(|| format!("cannot read {}", puzzles.display()))?
        } else {
            String::new()
        };
        let worker = minify::script(WORKER, &self.classic_worker()?)?;
        let module = format!(
            "export const texts = {{{}}};\nexport const wasmBase64 = {};\nexport const workerSource = {};\nexport const puzzlesText = {};\n",
            self.texts()?,
            quoted(&base64::engine::general_purpose::STANDARD.encode(bytes)),
            quoted(&worker),
            quoted(&puzzles),
        );
        let mut options = self.options("platform-single.js")?;
        options.virtual_modules = HashMap::from([(EMBEDDED.to_owned(), module)]);
        link(&self.www.join(entry), &options)
    }

    /// The languages as the inside of an object: `"da":{…},"de":{…}`, in the order of their names. A page without such
    /// files has none.
    fn texts(&self) -> Result<String> {
        let folder = self.www.join(TEXTS);
        if !folder.is_dir() {
            return Ok(String::new());
        }
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
        {
            let path = entry?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "json")
            {
                files.push(path);
            }
        }
        files.sort();
        let mut languages = Vec::new();
        for path in files {
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let texts: serde_json::Value = serde_json::from_str(&text)
                .with_context(|| format!("{} is no JSON", path.display()))?;
            ensure!(texts.is_object(), "{} holds no object", path.display());
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            languages.push(format!("{}:{texts}", quoted(&name)));
        }
        Ok(languages.join(","))
    }
}
