//! Turns a page made of several files into one HTML file that needs nothing else.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context as _, Result, bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cssparser::{Parser, ParserInput, Token};
use lol_html::html_content::{ContentType, Element};
use lol_html::{HtmlRewriter, RewriteStrSettings, element, rewrite_str, text};
use sha2::{Digest as _, Sha256};

use crate::embed::Sources;
use crate::minify;

/// Makes the single file from `sources.www/index.html`.
pub fn single_file(sources: &Sources, wasm: &Path, notices: &[PathBuf]) -> Result<String> {
    let index = sources.www.join("index.html");
    let html = std::fs::read_to_string(&index)
        .with_context(|| format!("cannot read {}", index.display()))?;
    let entry = module_entry(&html)?;
    let linked = sources.standalone(&entry, wasm)?;
    check_inline(&linked)?;
    let script = minify::script(&entry, &linked)?;
    check_inline(&script)?;
    inline(&html, &sources.www, &script, &read_notices(notices)?)
}

/// The `src` of the page's one module script.
fn module_entry(html: &str) -> Result<String> {
    let mut found = Vec::new();
    rewrite_str(
        html,
        RewriteStrSettings::new().append_element_content_handler(element!(
            "script[type='module']",
            |script| {
                found.push(script.get_attribute("src"));
                Ok(())
            }
        )),
    )?;
    match found.as_slice() {
        [Some(src)] => Ok(src.trim_start_matches("./").to_owned()),
        [None] => bail!(
            "index.html: the module script must be a file (src=…), so that the linker can follow it"
        ),
        other => bail!(
            "index.html: {} module scripts; the single file is made from exactly one",
            other.len()
        ),
    }
}

/// Text that would end or confuse the script element around it.
fn check_inline(script: &str) -> Result<()> {
    let lower = script.to_ascii_lowercase();
    for bad in ["</script", "<!--"] {
        if let Some(at) = lower.find(bad) {
            let from = (0..=at)
                .rev()
                .take(60)
                .filter(|&i| script.is_char_boundary(i))
                .last()
                .unwrap_or(at);
            bail!(
                "the code holds `{bad}`, which breaks an inline script; write it as `<\\{}`: …{}…",
                &bad[1..],
                &script[from..at + bad.len()]
            );
        }
    }
    Ok(())
}

/// The licences of what is inside, for those who look into the file.
fn read_notices(files: &[PathBuf]) -> Result<String> {
    let mut out = String::new();
    for file in files {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        check_inline(&text)?;
        out.push_str(&text);
        out.push('\n');
    }
    Ok(out)
}

/// Everything the page is allowed to do once it is one file: run its own script, and talk to nobody.
fn policy(script_hashes: &[String]) -> String {
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; \
         img-src data: blob:; media-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'",
        script_hashes.join(" ")
    )
}

fn inline(html: &str, www: &Path, script: &str, notices: &str) -> Result<String> {
    let without_links = inline_elements(html, www, script, notices)?;
    // The hashes cover the inline scripts exactly as they stand in the finished file.
    let hashes: Vec<String> = inline_scripts(&without_links)?
        .iter()
        .map(|script| {
            format!(
                "'sha256-{}'",
                STANDARD.encode(Sha256::digest(script.as_bytes()))
            )
        })
        .collect();
    let meta = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">",
        policy(&hashes)
    );
    let mut placed = false;
    let out = rewrite_str(
        &without_links,
        RewriteStrSettings::new().append_element_content_handler(element!("head", |head| {
            head.prepend(
                &format!("\n<meta charset=\"utf-8\">\n{meta}"),
                ContentType::Html,
            );
            placed = true;
            Ok(())
        })),
    )?;
    ensure!(placed, "index.html: no <head> element");
    Ok(out)
}

fn inline_elements(html: &str, www: &Path, script: &str, notices: &str) -> Result<String> {
    // A module runs after the page is parsed; a classic script does so at the end of it.
    let mut end = format!("<script>\n{script}</script>\n");
    if !notices.is_empty() {
        end.push_str(&format!(
            "<script type=\"text/plain\" id=\"notices\">\n{notices}</script>\n"
        ));
    }
    let old_meta = element!(
        "meta[charset], meta[http-equiv='Content-Security-Policy' i]",
        |meta| {
            meta.remove();
            Ok(())
        }
    );
    let links = element!("link", |link| Ok(inline_link(link, www)?));
    let scripts = element!("script[src]", |tag| {
        if tag.get_attribute("type").as_deref() != Some("module") {
            return Err(
                "index.html: a classic <script src> cannot be inlined; import it from the module"
                    .into(),
            );
        }
        tag.remove();
        Ok(())
    });
    let pictures = element!("[src]:not(script), [srcset], [poster]", |tag| {
        let (src, srcset, poster) = (
            tag.get_attribute("src"),
            tag.get_attribute("srcset"),
            tag.get_attribute("poster"),
        );
        let (Some(src), None, None) = (src, srcset, poster) else {
            return Err("index.html: srcset and poster cannot be inlined".into());
        };
        if !src.starts_with("data:") {
            tag.set_attribute("src", &data_url(www, &src)?)?;
        }
        Ok(())
    });
    let mut bodies = 0;
    let body = element!("body", |body| {
        bodies += 1;
        body.append(&end, ContentType::Html);
        Ok(())
    });
    let settings = [old_meta, links, scripts, pictures, body]
        .into_iter()
        .fold(RewriteStrSettings::new(), |settings, handler| {
            settings.append_element_content_handler(handler)
        });
    let out = rewrite_str(html, settings)?;
    ensure!(
        bodies == 1,
        "index.html: needs one <body> element, written out"
    );
    Ok(out)
}

fn inline_link(link: &mut Element<'_, '_>, www: &Path) -> Result<()> {
    let rel = link
        .get_attribute("rel")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let href = link.get_attribute("href").unwrap_or_default();
    match rel.as_str() {
        "stylesheet" => {
            ensure!(
                link.get_attribute("media").is_none(),
                "index.html: put the media query of {href} into the style sheet"
            );
            let css = inline_css(www, &href)?;
            link.replace(&format!("<style>\n{css}</style>"), ContentType::Html);
        }
        "icon" => {
            if !href.starts_with("data:") {
                link.set_attribute("href", &data_url(www, &href)?)?;
            }
        }
        // Of use only where there are other files.
        "manifest" | "apple-touch-icon" | "modulepreload" | "preload" | "prefetch" => link.remove(),
        // Names something without loading it.
        "canonical" | "alternate" | "license" | "author" | "help" => {}
        other => bail!("index.html: <link rel=\"{other}\"> is not known to the bundler"),
    }
    Ok(())
}

/// A style sheet with every file it names inside it.
fn inline_css(www: &Path, href: &str) -> Result<String> {
    let path = www.join(href);
    let css = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        !css.to_ascii_lowercase().contains("</style"),
        "{href}: holds `</style`"
    );
    let folder = path.parent().context("a style sheet without a folder")?;
    let mut out = String::new();
    let mut done = 0;
    for (start, end, url) in urls_with_places(href, &css)? {
        if url.starts_with("data:") || url.starts_with('#') {
            continue;
        }
        out.push_str(&css[done..start]);
        out.push_str(&format!("url(\"{}\")", data_url(folder, &url)?));
        done = end;
    }
    out.push_str(&css[done..]);
    minify::css(href, &out)
}

/// The files that a style sheet names. `name` is for messages.
pub fn css_urls(name: &str, css: &str) -> Result<Vec<String>> {
    let urls = urls_with_places(name, css)?;
    Ok(urls.into_iter().map(|(_, _, url)| url).collect())
}

fn urls_with_places(name: &str, css: &str) -> Result<Vec<(usize, usize, String)>> {
    let mut urls = Vec::new();
    let mut input = ParserInput::new(css);
    collect_urls(&mut Parser::new(&mut input), &mut urls)
        .map_err(|message| anyhow::anyhow!("{name}: {message}"))?;
    Ok(urls)
}

/// Finds each `url(…)` with its place; any other way to name a file is an error.
fn collect_urls(
    parser: &mut Parser<'_, '_>,
    edits: &mut Vec<(usize, usize, String)>,
) -> Result<(), String> {
    loop {
        parser.skip_whitespace();
        let start = parser.position().byte_index();
        let Ok(token) = parser.next().cloned() else {
            return Ok(());
        };
        match token {
            Token::UnquotedUrl(url) => {
                edits.push((start, parser.position().byte_index(), url.to_string()));
            }
            Token::Function(name) if name.eq_ignore_ascii_case("url") => {
                let url = parser
                    .parse_nested_block(|inner| {
                        inner
                            .expect_string()
                            .map(ToString::to_string)
                            .map_err(Into::<cssparser::ParseError<'_, ()>>::into)
                    })
                    .map_err(|_| "a url() without a plain string".to_owned())?;
                edits.push((start, parser.position().byte_index(), url));
            }
            Token::Function(name) if name.eq_ignore_ascii_case("image-set") => {
                return Err("image-set() cannot be inlined".to_owned());
            }
            Token::AtKeyword(name) if name.eq_ignore_ascii_case("import") => {
                return Err("@import cannot be inlined".to_owned());
            }
            Token::Function(_)
            | Token::ParenthesisBlock
            | Token::SquareBracketBlock
            | Token::CurlyBracketBlock => {
                let mut inside = Ok(());
                let _ = parser.parse_nested_block(|inner| {
                    inside = collect_urls(inner, edits);
                    Ok::<(), cssparser::ParseError<'_, ()>>(())
                });
                inside?;
            }
            Token::BadUrl(_) | Token::BadString(_) => {
                return Err("a broken url or string".to_owned());
            }
            _ => {}
        }
    }
}

fn data_url(folder: &Path, href: &str) -> Result<String> {
    ensure!(
        !href.contains("://") && !href.starts_with("//"),
        "{href}: the page must not load from another host"
    );
    let path = folder.join(href.split(['?', '#']).next().unwrap_or_default());
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let kind = mime_guess::from_path(&path).first_or_octet_stream();
    Ok(format!("data:{kind};base64,{}", STANDARD.encode(bytes)))
}

/// The text of each script element without `src` that a browser would run.
fn inline_scripts(html: &str) -> Result<Vec<String>> {
    let scripts: Rc<RefCell<Vec<String>>> = Rc::default();
    let (open, add) = (Rc::clone(&scripts), Rc::clone(&scripts));
    let selector = "script:not([src]):not([type='text/plain'])";
    let begin = element!(selector, move |_| {
        open.borrow_mut().push(String::new());
        Ok(())
    });
    let content = text!(selector, move |chunk| {
        if let Some(last) = add.borrow_mut().last_mut() {
            last.push_str(chunk.as_str());
        }
        Ok(())
    });
    let settings = lol_html::Settings::new()
        .append_element_content_handler(begin)
        .append_element_content_handler(content);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(html.as_bytes())?;
    rewriter.end()?;
    Ok(scripts.take())
}
