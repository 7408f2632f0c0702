//! The licence texts that must go with a shipped program: those of every library inside it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use cargo_metadata::{
    DependencyKind, Metadata, MetadataCommand, Node, Package, PackageId, TargetKind,
};

/// What stands before the list.
const HEAD: &str = "\
This program contains the following libraries besides its own code. It also contains
parts of the Rust standard library, Copyright (c) The Rust Project Contributors, which is
licensed under the MIT licence or the Apache licence 2.0 as this program is.
";

/// The notices of `package` compiled for `target`.
pub fn notices(package: &str, target: &str) -> Result<String> {
    let metadata = MetadataCommand::new()
        .other_options(["--locked", "--filter-platform", target].map(str::to_owned))
        .exec()?;
    let mut out = String::from(HEAD);
    for library in shipped(&metadata, package)? {
        let licence = library
            .license
            .as_deref()
            .context("a library without a licence")?;
        write!(
            out,
            "\n{}\n{} {}, licensed under {licence}\n\n",
            "=".repeat(80),
            library.name,
            library.version
        )?;
        for text in licence_texts(library)? {
            out.push_str(text.trim());
            out.push('\n');
        }
    }
    Ok(out)
}

/// Every library that ends up in the program: no build tools, no macros, nothing of our own.
fn shipped<'a>(metadata: &'a Metadata, package: &str) -> Result<Vec<&'a Package>> {
    let packages: HashMap<&PackageId, &Package> = metadata
        .packages
        .iter()
        .map(|package| (&package.id, package))
        .collect();
    let resolve = metadata
        .resolve
        .as_ref()
        .context("cargo metadata gave no dependencies")?;
    let nodes: HashMap<&PackageId, &Node> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let root = metadata
        .packages
        .iter()
        .find(|found| found.name.as_str() == package);
    let mut open = vec![&root.with_context(|| format!("no package {package}"))?.id];
    let mut seen = HashSet::new();
    let mut libraries = BTreeMap::new();
    while let Some(id) = open.pop() {
        let library = packages[id];
        let is_macro = library
            .targets
            .iter()
            .any(|target| target.kind.contains(&TargetKind::ProcMacro));
        if is_macro || !seen.insert(id) {
            continue;
        }
        if !metadata.workspace_members.contains(id) {
            libraries.insert((library.name.to_string(), library.version.clone()), library);
        }
        let normal = |dependency: &&cargo_metadata::NodeDep| {
            dependency
                .dep_kinds
                .iter()
                .any(|kind| kind.kind == DependencyKind::Normal)
        };
        open.extend(
            nodes[id]
                .deps
                .iter()
                .filter(normal)
                .map(|dependency| &dependency.pkg),
        );
    }
    Ok(libraries.into_values().collect())
}

/// The licence texts of a library: its files, or what stands at the head of its source.
fn licence_texts(library: &Package) -> Result<Vec<String>> {
    let read = |file: &Path| {
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
    };
    let folder = library
        .manifest_path
        .parent()
        .context("a manifest without a folder")?
        .as_std_path();
    let files = licence_files(library, folder)?;
    if !files.is_empty() {
        return files.iter().map(|file| read(file)).collect();
    }
    let source = read(&folder.join("src/lib.rs")).unwrap_or_default();
    let head = head_comment(&source).with_context(|| {
        format!(
            "{} {}: no licence text in its package",
            library.name, library.version
        )
    })?;
    Ok(vec![head])
}

/// The licence in the comment that a source file begins with, without the comment's signs.
fn head_comment(source: &str) -> Option<String> {
    let (comment, _) = source.trim_start().strip_prefix("/*")?.split_once("*/")?;
    let plain = |line: &str| {
        let line = line.trim();
        line.strip_prefix('*').unwrap_or(line).trim().to_owned()
    };
    let text = comment.lines().map(plain).collect::<Vec<_>>().join("\n");
    let is_licence = text.contains("Copyright") && text.contains("Permission is hereby granted");
    is_licence.then(|| text.trim().to_owned())
}

/// The MIT text where there is a choice with it, else all files with a licence, if there are any.
fn licence_files(library: &Package, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.is_file() && starts_with_any(path, &["LICEN", "COPYING", "NOTICE", "UNLICENSE"])
        })
        .collect();
    files.sort();
    let choice = library.license.as_deref().unwrap_or_default();
    let mit = files
        .iter()
        .find(|path| file_name(path).contains("MIT"))
        .cloned();
    match mit {
        Some(mit) if choice.contains("MIT") && !choice.contains("AND") => Ok(vec![mit]),
        _ => Ok(files),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_uppercase()
}

fn starts_with_any(path: &Path, starts: &[&str]) -> bool {
    starts
        .iter()
        .any(|start| file_name(path).starts_with(start))
}
