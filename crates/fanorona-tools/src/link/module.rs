//! One ES module: what it imports and exports, and its text with the module syntax rewritten.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Result, bail, ensure};
use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{ExportDefaultDeclarationKind, Expression, Program};
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{AstNodes, NodeId, Semantic, SemanticBuilder};
use oxc_span::{GetSpan as _, SourceType, Span};
use oxc_syntax::module_record::{ImportImportName, ModuleRecord};

/// A name that another module is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ImportedName {
    Name(String),
    Namespace,
}

/// What a local name is bound to.
#[derive(Debug, Clone)]
pub(super) struct Import {
    pub(super) request: String,
    pub(super) name: ImportedName,
}

/// What an exported name stands for.
#[derive(Debug, Clone)]
pub(super) enum Export {
    /// An expression in the scope of the module.
    Local(String),
    /// Something of another module.
    From { request: String, name: ImportedName },
}

/// A parsed module. The syntax tree is not kept: the text is parsed again when it is rewritten.
#[derive(Debug)]
pub(super) struct Module {
    /// The short name, which goes into the output.
    pub(super) name: String,
    /// The full path, for messages.
    pub(super) label: String,
    text: String,
    /// All modules asked for, in the order of the text.
    pub(super) requests: Vec<String>,
    /// Those of them that run before this one.
    pub(super) static_requests: Vec<String>,
    pub(super) imports: BTreeMap<String, Import>,
    pub(super) exports: BTreeMap<String, Export>,
    /// Modules named in `export * from`.
    pub(super) stars: Vec<String>,
    /// Filled by the linker: the number of the module behind each request.
    pub(super) resolved: HashMap<String, usize>,
}

/// The name given to a default export that has none of its own.
const DEFAULT_NAME: &str = "$default";
/// Names the linker makes start like this; a source that uses one is refused.
const RESERVED: [&str; 6] = ["$mod", "$run", "$once", "$export", "$later", DEFAULT_NAME];

impl Module {
    pub(super) fn parse(name: &str, label: &str, text: String) -> Result<Self> {
        let mut module = Self {
            name: name.to_owned(),
            label: label.to_owned(),
            text: String::new(),
            requests: Vec::new(),
            static_requests: Vec::new(),
            imports: BTreeMap::new(),
            exports: BTreeMap::new(),
            stars: Vec::new(),
            resolved: HashMap::new(),
        };
        let allocator = Allocator::default();
        with_tree(&allocator, label, &text, |record, semantic| {
            // Before the linker reads what is imported: it may be no JavaScript.
            for node in semantic.nodes() {
                if let AstKind::WithClause(clause) = node.kind() {
                    let place = Place { label, text: &text };
                    return Err(place.error(
                        clause.span,
                        "import attributes cannot be linked; put the data into a .js module",
                    ));
                }
            }
            module.read_requests(record, semantic);
            module.read_imports(record);
            module.read_exports(record, semantic);
            Ok(())
        })?;
        module.text = text;
        Ok(module)
    }

    fn read_requests(&mut self, record: &ModuleRecord<'_>, semantic: &Semantic<'_>) {
        let mut found: Vec<(u32, String, bool)> = Vec::new();
        for (request, places) in &record.requested_modules {
            for place in places {
                found.push((place.statement_span.start, request.to_string(), true));
            }
        }
        for node in semantic.nodes() {
            if let AstKind::ImportExpression(import) = node.kind()
                && let Expression::StringLiteral(literal) = &import.source
            {
                found.push((import.span.start, literal.value.to_string(), false));
            }
        }
        found.sort();
        for (_, request, is_static) in found {
            if is_static && !self.static_requests.contains(&request) {
                self.static_requests.push(request.clone());
            }
            if !self.requests.contains(&request) {
                self.requests.push(request);
            }
        }
    }

    fn read_imports(&mut self, record: &ModuleRecord<'_>) {
        for entry in &record.import_entries {
            let name = match &entry.import_name {
                ImportImportName::Name(name) => ImportedName::Name(name.name.to_string()),
                ImportImportName::NamespaceObject => ImportedName::Namespace,
                ImportImportName::Default(_) => ImportedName::Name("default".to_owned()),
            };
            let import = Import {
                request: entry.module_request.name.to_string(),
                name,
            };
            self.imports
                .insert(entry.local_name.name.to_string(), import);
        }
    }

    fn read_exports(&mut self, record: &ModuleRecord<'_>, semantic: &Semantic<'_>) {
        for node in semantic.nodes() {
            match node.kind() {
                AstKind::ExportNamedDeclaration(export) => {
                    for specifier in &export.specifiers {
                        let local = specifier.local.name().to_string();
                        // `import { a } from …; export { a }` passes the other module's name on.
                        let value = match self.imports.get(&local) {
                            Some(import) => Export::From {
                                request: import.request.clone(),
                                name: import.name.clone(),
                            },
                            None => Export::Local(local),
                        };
                        self.exports
                            .insert(specifier.exported.name().to_string(), value);
                    }
                }
                AstKind::ExportFromDeclaration(export) => {
                    for specifier in &export.specifiers {
                        let name = ImportedName::Name(specifier.local.name().to_string());
                        let value = Export::From {
                            request: export.source.value.to_string(),
                            name,
                        };
                        self.exports
                            .insert(specifier.exported.name().to_string(), value);
                    }
                }
                AstKind::ExportAllDeclaration(export) => {
                    let request = export.source.value.to_string();
                    match &export.exported {
                        Some(name) => {
                            self.exports.insert(
                                name.name().to_string(),
                                Export::From {
                                    request,
                                    name: ImportedName::Namespace,
                                },
                            );
                        }
                        None => self.stars.push(request),
                    }
                }
                AstKind::ExportDefaultDeclaration(export) => {
                    let own_name = match &export.declaration {
                        ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                            function.id.as_ref()
                        }
                        ExportDefaultDeclarationKind::ClassDeclaration(class) => class.id.as_ref(),
                        _ => None,
                    };
                    let local =
                        own_name.map_or_else(|| DEFAULT_NAME.to_owned(), |id| id.name.to_string());
                    self.exports
                        .insert("default".to_owned(), Export::Local(local));
                }
                AstKind::ExportDeclaration(export) => {
                    for entry in record
                        .local_export_entries
                        .iter()
                        .filter(|entry| entry.statement_span == export.span)
                    {
                        if let Some(name) = entry.local_name.name() {
                            self.exports
                                .insert(name.to_string(), Export::Local(name.to_string()));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The text as the body of a function: imports and exports gone, every use of an imported
    /// name replaced by `bindings`, comments left out (but for those that carry a licence).
    pub(super) fn rewrite(
        &self,
        bindings: &HashMap<String, String>,
        dynamic: &dyn Fn(&str) -> String,
    ) -> Result<String> {
        let allocator = Allocator::default();
        with_tree(&allocator, &self.label, &self.text, |record, semantic| {
            let place = Place {
                label: &self.label,
                text: &self.text,
            };
            refuse_unknown_forms(record, semantic, place)?;
            let mut edits = Vec::new();
            statement_edits(semantic, dynamic, &mut edits);
            reference_edits(semantic, bindings, place, &mut edits)?;
            let required = edits.len();
            for comment in semantic.comments() {
                if !comment.is_legal() {
                    let has_newline = comment.span.source_text(&self.text).contains('\n');
                    edits.push(Edit::new(
                        comment.span,
                        if has_newline { "\n" } else { " " },
                    ));
                }
            }
            apply(&self.text, edits, required)
        })
    }
}

/// Parses a finished script, only to see that it is one.
pub(super) fn check_script(text: &str) -> Result<()> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::script()).parse();
    if let Some(first) = parsed.diagnostics.first() {
        bail!("{first}");
    }
    Ok(())
}

/// A file, for messages that name a line.
#[derive(Clone, Copy)]
struct Place<'a> {
    label: &'a str,
    text: &'a str,
}

impl Place<'_> {
    fn error(self, span: Span, message: &str) -> anyhow::Error {
        let line = self.text[..span.start as usize].matches('\n').count() + 1;
        anyhow::anyhow!("{}:{line}: {message}", self.label)
    }
}

fn with_tree<T>(
    allocator: &Allocator,
    label: &str,
    text: &str,
    work: impl FnOnce(&ModuleRecord<'_>, &Semantic<'_>) -> Result<T>,
) -> Result<T> {
    let place = Place { label, text };
    let options = ParseOptions {
        parse_regular_expression: true,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(allocator, text, SourceType::mjs())
        .with_options(options)
        .parse();
    let program: &Program<'_> = allocator.alloc(parsed.program);
    let built = SemanticBuilder::new()
        .with_build_nodes(true)
        .with_check_syntax_error(true)
        .build(program);
    if let Some(first) = parsed.diagnostics.first().or(built.diagnostics.first()) {
        let start = first.labels.first().map_or(0, |label| label.offset());
        return Err(place.error(Span::empty(start), &first.to_string()));
    }
    work(&parsed.module_record, &built.semantic)
}

fn refuse_unknown_forms(
    record: &ModuleRecord<'_>,
    semantic: &Semantic<'_>,
    place: Place<'_>,
) -> Result<()> {
    if let Some(&span) = record.import_metas.first() {
        return Err(place.error(
            span,
            "`import.meta` has no meaning in a single file; ask engine/platform.js instead",
        ));
    }
    let nodes = semantic.nodes();
    for node in nodes {
        let (span, message) = match node.kind() {
            AstKind::ImportExpression(import) => {
                let plain = matches!(import.source, Expression::StringLiteral(_))
                    && import.options.is_none()
                    && import.phase.is_none();
                if plain {
                    continue;
                }
                (
                    import.span,
                    "only `import(\"./a/plain/string.js\")` can be linked",
                )
            }
            AstKind::ImportDeclaration(import) if import.phase.is_some() => {
                (import.span, "import phases cannot be linked")
            }
            AstKind::AwaitExpression(wait) if !in_function(nodes, node.id()) => {
                (wait.span, TOP_LEVEL_AWAIT)
            }
            AstKind::ForOfStatement(each) if each.r#await && !in_function(nodes, node.id()) => {
                (each.span, TOP_LEVEL_AWAIT)
            }
            _ => continue,
        };
        return Err(place.error(span, message));
    }
    let scoping = semantic.scoping();
    let free_names = scoping
        .root_unresolved_references()
        .keys()
        .map(|name| name.as_str());
    for name in scoping.symbol_names().chain(free_names) {
        let reserved = RESERVED.iter().any(|start| {
            name.strip_prefix(start)
                .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
        });
        ensure!(
            !reserved,
            "{}: the name `{name}` is kept for the linker",
            place.label
        );
    }
    Ok(())
}

const TOP_LEVEL_AWAIT: &str =
    "top-level `await` cannot be linked into a classic script; put it into an async function";

fn in_function(nodes: &AstNodes<'_>, id: NodeId) -> bool {
    nodes.ancestor_kinds(id).any(|kind| {
        matches!(
            kind,
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)
        )
    })
}

/// A piece of the source and what stands there instead.
struct Edit {
    span: Span,
    text: String,
}

impl Edit {
    fn new(span: Span, text: impl Into<String>) -> Self {
        Self {
            span,
            text: text.into(),
        }
    }
}

/// The edits that take import and export statements away and turn `import()` into a call.
fn statement_edits(
    semantic: &Semantic<'_>,
    dynamic: &dyn Fn(&str) -> String,
    edits: &mut Vec<Edit>,
) {
    for node in semantic.nodes() {
        match node.kind() {
            AstKind::ImportDeclaration(import) => edits.push(Edit::new(import.span, ";")),
            AstKind::ExportNamedDeclaration(export) => edits.push(Edit::new(export.span, ";")),
            AstKind::ExportFromDeclaration(export) => edits.push(Edit::new(export.span, ";")),
            AstKind::ExportAllDeclaration(export) => edits.push(Edit::new(export.span, ";")),
            AstKind::ExportDeclaration(export) => {
                edits.push(Edit::new(
                    Span::new(export.span.start, export.declaration.span().start),
                    "",
                ));
            }
            AstKind::ExportDefaultDeclaration(export) => {
                let inner = export.declaration.span();
                let keyword = Span::new(export.span.start, inner.start);
                match &export.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                        edits.push(Edit::new(keyword, ""));
                        if function.id.is_none() {
                            // `function (`, `function* (`, `async function (`: the name goes before the parameters.
                            let before = function.params.span.start;
                            edits.push(Edit::new(Span::empty(before), format!(" {DEFAULT_NAME}")));
                        }
                    }
                    ExportDefaultDeclarationKind::ClassDeclaration(class) if class.id.is_some() => {
                        edits.push(Edit::new(keyword, ""));
                    }
                    _ => {
                        edits.push(Edit::new(keyword, format!("const {DEFAULT_NAME} = ")));
                        edits.push(Edit::new(Span::empty(export.span.end), ";"));
                    }
                }
            }
            AstKind::ImportExpression(import) => {
                if let Expression::StringLiteral(literal) = &import.source {
                    edits.push(Edit::new(import.span, dynamic(&literal.value)));
                }
            }
            AstKind::Program(program) => {
                if let Some(line) = &program.hashbang {
                    edits.push(Edit::new(line.span, ""));
                }
            }
            _ => {}
        }
    }
}

/// The edits that replace each use of an imported name.
fn reference_edits(
    semantic: &Semantic<'_>,
    bindings: &HashMap<String, String>,
    place: Place<'_>,
    edits: &mut Vec<Edit>,
) -> Result<()> {
    let scoping = semantic.scoping();
    let nodes = semantic.nodes();
    for (local, reader) in bindings {
        let Some(symbol) = scoping.get_root_binding(local.as_str().into()) else {
            bail!("the imported name `{local}` has no symbol");
        };
        for reference in scoping.get_resolved_references(symbol) {
            let id = reference.node_id();
            if reference.is_write() {
                return Err(place.error(
                    nodes.kind(id).span(),
                    "an imported name cannot be assigned to",
                ));
            }
            let span = nodes.kind(id).span();
            // `(name)()` calls it too.
            let outer = nodes
                .ancestors(id)
                .find(|node| !matches!(node.kind(), AstKind::ParenthesizedExpression(_)));
            let called = match outer.map(|node| node.kind()) {
                Some(AstKind::CallExpression(call)) => contains(call.callee.span(), span),
                Some(AstKind::TaggedTemplateExpression(tagged)) => {
                    contains(tagged.tag.span(), span)
                }
                _ => false,
            };
            let text = match nodes.parent_kind(id) {
                AstKind::ExportSpecifier(_) => continue,
                AstKind::ObjectProperty(property) if property.shorthand => {
                    format!("{local}: {reader}")
                }
                // Called as it was: without the module object as `this`.
                _ if called => free_call(nodes, id, span, reader),
                _ => reader.clone(),
            };
            edits.push(Edit::new(span, text));
        }
    }
    Ok(())
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// `(0, $mod1.name)`; after a semicolon where the bracket could join the line before.
fn free_call(nodes: &AstNodes<'_>, id: NodeId, span: Span, reader: &str) -> String {
    if !reader.contains(['.', '[']) {
        return reader.to_owned();
    }
    let statement = nodes
        .ancestors(id)
        .find(|node| matches!(node.kind(), AstKind::ExpressionStatement(_)));
    let begins_statement = statement.is_some_and(|statement| {
        statement.kind().span().start == span.start
            && matches!(
                nodes.parent_kind(statement.id()),
                AstKind::Program(_)
                    | AstKind::FunctionBody(_)
                    | AstKind::BlockStatement(_)
                    | AstKind::SwitchCase(_)
                    | AstKind::StaticBlock(_)
            )
    });
    if begins_statement {
        format!(";(0, {reader})")
    } else {
        format!("(0, {reader})")
    }
}

/// Applies the edits. The first `required` must all be applied; the others are comments, which
/// may lie inside a piece that goes anyway.
fn apply(text: &str, edits: Vec<Edit>, required: usize) -> Result<String> {
    let mut ordered: Vec<(usize, Edit)> = edits.into_iter().enumerate().collect();
    ordered.sort_by_key(|(number, edit)| (edit.span.start, edit.span.end, *number));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (number, edit) in ordered {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if start < done {
            ensure!(
                number >= required,
                "two edits overlap at byte {start}; this is a fault of the linker"
            );
            continue;
        }
        out.push_str(&text[done..start]);
        out.push_str(&edit.text);
        done = end;
    }
    out.push_str(&text[done..]);
    Ok(out)
}
