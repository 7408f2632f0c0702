//! The licence texts that must go with a shipped program: those of every library inside it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
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
        for file in licence_files(library)? {
            let text = std::fs::read_to_string(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
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

/// The MIT text where there is a choice with it, else all texts the library brings.
fn licence_files(library: &Package) -> Result<Vec<PathBuf>> {
    let folder = library
        .manifest_path
        .parent()
        .context("a manifest without a folder")?;
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.is_file() && starts_with_any(path, &["LICEN", "COPYING", "NOTICE", "UNLICENSE"])
        })
        .collect();
    files.sort();
    ensure!(
        !files.is_empty(),
        "{} {}: no licence text in its package",
        library.name,
        library.version
    );
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
