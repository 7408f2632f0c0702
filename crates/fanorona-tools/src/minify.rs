//! Makes what is served smaller. The sources stay as they are; only what goes into `dist/` is changed.

use anyhow::{Result, anyhow, bail};
use lightningcss::stylesheet::{MinifyOptions, ParserOptions, PrinterOptions, StyleSheet};
use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc_minifier::{Minifier, MinifierOptions};
use oxc_parser::Parser;
use oxc_span::SourceType;

/// An ES module, smaller. `name` is for messages. What it exports keeps its names.
pub fn module(name: &str, text: &str) -> Result<String> {
    javascript(name, text, SourceType::mjs())
}

/// A classic script, smaller. `name` is for messages. What stands outside of functions keeps its names.
pub fn script(name: &str, text: &str) -> Result<String> {
    javascript(name, text, SourceType::script())
}

fn javascript(name: &str, text: &str, kind: SourceType) -> Result<String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, kind).parse();
    if let Some(fault) = parsed.diagnostics.first() {
        bail!("{name}: {fault}");
    }
    let mut program = parsed.program;
    let minified = Minifier::new(MinifierOptions::default()).minify(&allocator, &mut program);
    let options = CodegenOptions {
        minify: true,
        comments: CommentOptions::disabled(),
        ..CodegenOptions::default()
    };
    Ok(Codegen::new()
        .with_options(options)
        .with_scoping(minified.scoping)
        .with_private_member_mappings(minified.class_private_mappings)
        .build(&program)
        .code)
}

/// A style sheet, smaller. `name` is for messages. Nothing is rewritten for other browsers.
pub fn css(name: &str, text: &str) -> Result<String> {
    let mut sheet = StyleSheet::parse(text, ParserOptions::default())
        .map_err(|fault| anyhow!("{name}: {fault}"))?;
    sheet
        .minify(MinifyOptions::default())
        .map_err(|fault| anyhow!("{name}: {fault}"))?;
    let options = PrinterOptions {
        minify: true,
        ..PrinterOptions::default()
    };
    let printed = sheet
        .to_css(options)
        .map_err(|fault| anyhow!("{name}: {fault}"))?;
    Ok(printed.code)
}
