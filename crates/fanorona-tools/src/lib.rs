//! Build tools, none of which needs Node or Python: the linker that turns ES modules into one
//! classic script, the page inliner that makes the single HTML file, the site for a static host, a
//! minifier for both, and a static file server.
//!
//! The two binaries `wbg` and `wbg-test-runner` are wasm-bindgen's own command line tools,
//! compiled from the version in this project's lock file.

pub mod embed;
pub mod link;
pub mod minify;
pub mod notices;
pub mod page;
pub mod serve;
pub mod site;
