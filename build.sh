#!/usr/bin/env bash
# The one door to the project: what a person and what CI run. See `./build.sh help`.
set -euo pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"

# shellcheck source=tools/common.sh
source "$root/tools/common.sh"
# shellcheck source=tools/products.sh
source "$root/tools/products.sh"
# shellcheck source=tools/suites.sh
source "$root/tools/suites.sh"
# shellcheck source=tools/measures.sh
source "$root/tools/measures.sh"
# shellcheck source=tools/long.sh
source "$root/tools/long.sh"

help() {
  cat <<'TEXT'
./build.sh COMMAND

To use it
  play [--port N]   build everything and open it to a browser on this machine
  build             make www/pkg, dist/site, dist/fanorona.html, dist/npm
  tables [--stones N]  build the file of exact endings to 6 stones (or 7) for dist/site
  serve [--port N]  serve www/ as it stands (after one `build`), for work on the page
  clean             remove what was built; `clean --all` removes the tools too

To test it
  test              everything below, as CI runs it
  lint              format, clippy, rustdoc, no_std, JavaScript types, shellcheck, licences
  unit              Rust tests on this machine, the deep ones in release mode, and doc tests
  page-test         the page's modules that need no browser, in node
  tools-test        the linker, the single file, the site, the static server
  wasm-test         Rust tests compiled to wasm, in headless Chromium
  shipped-test      the shipped wasm module in Chromium, through its JavaScript face
  e2e               the page in Chromium, over http and from a file
  size              what a browser downloads, against tests/budgets.json
  bench             instruction counts, against tests/budgets.json
  speed             nodes a second natively and in Chromium (not part of `test`);
                    `speed --before REV` measures an earlier version beside it
  page-speed        frame times of the page and Lighthouse's scores (not part of `test`)
  browsers          the page in Chromium, Firefox and WebKit (not part of `test`)
  test-long         soak tests with many more random cases, and `browsers`
  record-counts     after `test`: write the numbers of tests to tests/expected-counts.json
TEXT
}

clean() {
  rm -rf dist www/pkg target
  if [[ ${1:-} == --all ]]; then
    rm -rf .tools tests/node_modules
  fi
}

command=${1:-help}
shift || true
case $command in
  play) play "$@" ;;
  build) build_all ;;
  tables) build_tables "$@" ;;
  serve) serve www "$@" ;;
  clean) clean "$@" ;;
  test) run_all ;;
  lint) lint ;;
  unit) unit ;;
  page-test) page_test ;;
  tools-test) tools_test ;;
  wasm-test) wasm_test ;;
  shipped-test) shipped_test ;;
  e2e) e2e ;;
  size) size ;;
  bench) bench ;;
  speed) speed "$@" ;;
  page-speed) page_speed ;;
  browsers) browsers ;;
  test-long) test_long ;;
  record-counts) need_node && node tools/results.mjs "$results" tests/expected-counts.json --record ;;
  help | --help | -h) help ;;
  *)
    help >&2
    fail "no command '$command'"
    ;;
esac
