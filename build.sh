#!/usr/bin/env bash
# The one door to the project: what a person and what CI run. See `./build.sh help`.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$root"
mkdir -p target

# shellcheck source=tools/common.sh
source "$root/tools/common.sh"
# shellcheck source=tools/products.sh
source "$root/tools/products.sh"

help() {
  cat <<'TEXT'
./build.sh COMMAND

  play [--port N]   build everything and open it to a browser on this machine
  build             make www/pkg, dist/site, dist/fanorona.html, dist/npm
  serve [--port N]  serve www/ as it stands (after one `build`), for work on the page
  clean             remove what was built; `clean --all` removes the tools too
  help              this text
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
  serve) serve www "$@" ;;
  clean) clean "$@" ;;
  help | --help | -h) help ;;
  *)
    help >&2
    fail "no command '$command'"
    ;;
esac
