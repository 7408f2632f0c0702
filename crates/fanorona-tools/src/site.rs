//! Makes the folder that a static host serves.
//!
//! ```text
//! index.html               the pages, with the addresses of what they load
//! sw.js                    the service worker, with the list of all files
//! manifest.webmanifest     and the icons: they may be looked up at any time, so they keep their names
//! 3f09c1d2a4b5/            all else, in a folder named by what this build is made of
//! ```
//!
//! So files of two builds never have one address, and relative imports stay as they are. Tables of endings lie
//! beside all that: their files carry a version of their own.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lol_html::html_content::ContentType;
use lol_html::{RewriteStrSettings, element, rewrite_str};
use sha2::{Digest as _, Sha256};

use crate::link::{self, quoted};
use crate::{minify, page};

/// The service worker, seen from `www/`. It is linked, so that it is one file at the root of the site.
const SERVICE_WORKER: &str = "offline/service-worker.js";
/// The module in which it finds its build.
const BUILD: &str = "fanorona:build";
/// Made by the linker: the one file that is a classic script.
const CLASSIC_WORKER: &str = "pkg/worker-classic.js";
/// Only the linker uses these.
const LINKED_ONLY: [&str; 3] = [
    "engine/platform-single.js",
    "engine/platform-classic-worker.js",
    SERVICE_WORKER,
];

type Files = BTreeMap<String, Vec<u8>>;

/// Writes the site made of `www` to `out`, which must be empty or not there. Gives back the name of the build.
pub fn build(www: &Path, out: &Path) -> Result<String> {
    ensure!(
        !out.exists() || out.read_dir()?.next().is_none(),
        "{} is not empty: files of an older build must not stay",
        out.display()
    );
    let (root, mut versioned) = read(www)?;
    ensure!(root.contains_key("index.html"), "www: no index.html");
    for (name, bytes) in &mut versioned {
        smaller(name, bytes)?;
    }
    check_style_sheets(&versioned)?;
    let build = name_of(&root, &versioned, &service_worker(www, "", &[])?);
    let mut site = Files::new();
    for (name, bytes) in root {
        let bytes = match name.strip_suffix(".html") {
            Some(_) => rewrite(&name, &bytes, &build, &versioned)?.into_bytes(),
            None => bytes,
        };
        site.insert(name, bytes);
    }
    check_manifest(&site)?;
    for (name, bytes) in versioned {
        site.insert(format!("{build}/{name}"), bytes);
    }
    let list: Vec<(&str, String)> = site
        .iter()
        .map(|(name, bytes)| (name.as_str(), digest(name, bytes)))
        .collect();
    let worker = service_worker(www, &build, &list)?;
    site.insert("sw.js".to_owned(), worker.into_bytes());
    for (name, bytes) in &site {
        let path = out.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(build)
}

/// What is served of `www`: the files that keep their names, and those that go into the build's folder.
fn read(www: &Path) -> Result<(Files, Files)> {
    let (mut root, mut versioned) = (Files::new(), Files::new());
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let path = www.join(&folder);
        for entry in path
            .read_dir()
            .with_context(|| format!("cannot read {}", path.display()))?
        {
            let entry = entry?;
            let own = entry
                .file_name()
                .into_string()
                .ok()
                .with_context(|| format!("{}: a file name that is no text", path.display()))?;
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            ensure!(
                own.chars().all(plain),
                "{}: the address of `{own}` would need escapes; use letters, digits, `.`, `_` and `-`",
                path.display()
            );
            let name = if folder.is_empty() {
                own
            } else {
                format!("{folder}/{own}")
            };
            if entry.file_type()?.is_dir() {
                if name != "tables" {
                    folders.push(name);
                }
            } else if !name.ends_with(".d.ts") && !LINKED_ONLY.contains(&name.as_str()) {
                let bytes = std::fs::read(entry.path())?;
                let keeps_name =
                    (!name.contains('/') && !name.ends_with(".css")) || name.starts_with("icons/");
                if keeps_name {
                    &mut root
                } else {
                    &mut versioned
                }
                .insert(name, bytes);
            }
        }
    }
    Ok((root, versioned))
}

fn smaller(name: &str, bytes: &mut Vec<u8>) -> Result<()> {
    let make = match name.rsplit_once('.') {
        _ if name == CLASSIC_WORKER => minify::script,
        Some((_, "js")) => minify::module,
        Some((_, "css")) => minify::css,
        _ => return Ok(()),
    };
    let text = std::str::from_utf8(bytes).with_context(|| format!("{name}: not UTF-8"))?;
    *bytes = make(name, text)?.into_bytes();
    Ok(())
}

/// The name of a build: the same for the same files, and for nothing else.
fn name_of(root: &Files, versioned: &Files, worker: &str) -> String {
    let mut hash = Sha256::new();
    for (name, bytes) in root.iter().chain(versioned) {
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(Sha256::digest(bytes));
    }
    hash.update(worker.as_bytes());
    hash.finalize()
        .iter()
        .take(6)
        .fold(String::new(), |mut name, byte| {
            let _ = write!(name, "{byte:02x}");
            name
        })
}

/// What the service worker holds a downloaded file against. Files at the root carry none: some hosts write
/// into the pages they serve.
fn digest(name: &str, bytes: &[u8]) -> String {
    if name.contains('/') && !name.starts_with("icons/") {
        format!("sha256-{}", STANDARD.encode(Sha256::digest(bytes)))
    } else {
        String::new()
    }
}

fn service_worker(www: &Path, build: &str, files: &[(&str, String)]) -> Result<String> {
    let mut module = format!(
        "export const build = {};\nexport const files = [\n",
        quoted(build)
    );
    for (name, digest) in files {
        // Hosts differ in what they do with `index.html`, but all of them serve the folder.
        let address = if *name == "index.html" { "" } else { name };
        writeln!(module, "[{}, {}],", quoted(address), quoted(digest))?;
    }
    module.push_str("];\n");
    let mut options = link::Options::default();
    options.virtual_modules.insert(BUILD.to_owned(), module);
    let linked = link::link(&www.join(SERVICE_WORKER), &options)?;
    minify::script("sw.js", &linked)
}

/// A page with the addresses of files that went into the build's folder, and the mark of a built page.
fn rewrite(name: &str, html: &[u8], build: &str, versioned: &Files) -> Result<String> {
    let html = std::str::from_utf8(html).with_context(|| format!("{name}: not UTF-8"))?;
    let mut heads = 0;
    let mut handlers = vec![element!("head", |head| {
        heads += 1;
        head.append(
            &format!("<meta name=\"fanorona-build\" content=\"{build}\">\n"),
            ContentType::Html,
        );
        Ok(())
    })];
    for (selector, attribute) in [("link[href]", "href"), ("[src]", "src")] {
        handlers.push(element!(selector, move |tag| {
            let target = tag.get_attribute(attribute).unwrap_or_default();
            let target = target.trim_start_matches("./");
            if versioned.contains_key(target) {
                tag.set_attribute(attribute, &format!("{build}/{target}"))?;
            }
            Ok(())
        }));
    }
    let settings = handlers
        .into_iter()
        .fold(RewriteStrSettings::new(), |settings, handler| {
            settings.append_element_content_handler(handler)
        });
    let out = rewrite_str(html, settings)?;
    ensure!(heads == 1, "{name}: needs one <head> element, written out");
    Ok(out)
}

/// Style sheets move into the build's folder, so what they name must move with them.
fn check_style_sheets(versioned: &Files) -> Result<()> {
    for (name, bytes) in versioned.iter().filter(|(name, _)| name.ends_with(".css")) {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        for url in page::css_urls(name, std::str::from_utf8(bytes)?)? {
            if url.starts_with("data:") || url.starts_with('#') {
                continue;
            }
            let target = link::normalise(
                &Path::new(folder).join(url.split(['?', '#']).next().unwrap_or_default()),
            );
            if !target
                .to_str()
                .is_some_and(|target| versioned.contains_key(target))
            {
                bail!("{name}: `{url}` is not in the folder of the build");
            }
        }
    }
    Ok(())
}

/// An app whose icon is missing cannot be installed, and no browser says why.
fn check_manifest(site: &Files) -> Result<()> {
    let Some(bytes) = site.get("manifest.webmanifest") else {
        return Ok(());
    };
    let manifest: serde_json::Value =
        serde_json::from_slice(bytes).context("manifest.webmanifest")?;
    let icons = manifest["icons"].as_array().cloned().unwrap_or_default();
    for icon in icons {
        let src = icon["src"].as_str().unwrap_or_default();
        ensure!(
            site.contains_key(src),
            "manifest.webmanifest: the icon `{src}` is missing"
        );
    }
    Ok(())
}
