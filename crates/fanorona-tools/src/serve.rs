//! A static file server for one folder, on this machine only.

use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use percent_encoding::percent_decode_str;
use tiny_http::{Header, Method, Request, Response, Server};

/// A server that has its port but does not answer yet.
pub struct Site {
    root: PathBuf,
    server: Server,
    address: SocketAddr,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Site({} at {})", self.root.display(), self.address)
    }
}

impl Site {
    /// Takes `port` of 127.0.0.1, or the next free of twenty, or any free one.
    pub fn bind(root: &Path, port: u16) -> Result<Self> {
        let root = root
            .canonicalize()
            .with_context(|| format!("no folder {}", root.display()))?;
        let listener = (port..=port.saturating_add(19))
            .chain([0])
            .find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok())
            .context("no free port on 127.0.0.1")?;
        let address = listener.local_addr()?;
        let server =
            Server::from_listener(listener, None).map_err(|error| anyhow::anyhow!("{error}"))?;
        Ok(Self {
            root,
            server,
            address,
        })
    }

    /// The address to open in a browser.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests until the process ends.
    pub fn run(&self) {
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for request in self.server.incoming_requests() {
                        // A browser that hangs up early is not this server's trouble.
                        let _ = answer(&self.root, request);
                    }
                });
            }
        });
    }
}

fn answer(root: &Path, request: Request) -> io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(Response::from_string("only GET and HEAD\n").with_status_code(405));
    }
    let url = request.url().to_owned();
    match find(root, &url) {
        Found::File(path, file) => {
            let kind = mime_guess::from_path(&path).first_or_octet_stream();
            let kind = if kind.type_() == mime_guess::mime::TEXT {
                format!("{kind}; charset=utf-8")
            } else {
                kind.to_string()
            };
            let response = Response::from_file(file)
                .with_header(header("Content-Type", &kind))
                // A rebuilt file must be seen at the next reload.
                .with_header(header("Cache-Control", "no-cache"))
                .with_header(header("X-Content-Type-Options", "nosniff"));
            request.respond(response)
        }
        Found::Folder => {
            let (path, query) = url
                .split_once('?')
                .map_or((url.as_str(), ""), |(path, query)| (path, query));
            let target = if query.is_empty() {
                format!("{path}/")
            } else {
                format!("{path}/?{query}")
            };
            request.respond(Response::empty(308).with_header(header("Location", &target)))
        }
        Found::Nothing => {
            request.respond(Response::from_string("not found\n").with_status_code(404))
        }
    }
}

enum Found {
    File(PathBuf, File),
    /// A folder asked for without its slash, which relative links need.
    Folder,
    Nothing,
}

fn find(root: &Path, url: &str) -> Found {
    let Some(path) = resolve(root, url) else {
        return Found::Nothing;
    };
    if path.is_dir() {
        let asked = url.split(['?', '#']).next().unwrap_or_default();
        if !asked.ends_with('/') {
            return Found::Folder;
        }
        let index = path.join("index.html");
        return File::open(&index).map_or(Found::Nothing, |file| Found::File(index, file));
    }
    File::open(&path).map_or(Found::Nothing, |file| Found::File(path, file))
}

/// The file behind a request's path; `None` for what does not exist or lies outside the root.
fn resolve(root: &Path, url: &str) -> Option<PathBuf> {
    let asked = url.split(['?', '#']).next()?;
    let decoded = percent_decode_str(asked.strip_prefix('/')?)
        .decode_utf8()
        .ok()?;
    let mut path = root.to_path_buf();
    for part in decoded.split('/').filter(|part| !part.is_empty()) {
        if part == "." || part == ".." || part.contains(['\\', ':', '\0']) {
            return None;
        }
        path.push(part);
    }
    // Links may not lead out either.
    let real = path.canonicalize().ok()?;
    real.starts_with(root).then_some(real)
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("a header of plain text")
}
