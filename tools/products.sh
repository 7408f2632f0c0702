# shellcheck shell=bash
# Makes what people use: www/pkg, dist/site, dist/fanorona.html and dist/npm.

root=${root:?build.sh sets it}
tools_bin=${tools_bin:?common.sh sets it}
wasm_target=wasm32-unknown-unknown
staging="$root/target/pkg"

# The engine as wasm and its JavaScript glue, for the page (target/pkg/web) and for single files,
# where the glue cannot know an address (target/pkg/embed). Both use one and the same module.
build_wasm() {
  local raw="$root/target/$wasm_target/release/fanorona_wasm.wasm"
  need_target "$wasm_target"
  build_tools
  step "compile the engine to wasm" cargo build --locked --release --target "$wasm_target" --package fanorona-wasm
  if ! wasm_is_staged "$raw"; then
    rm -rf "$staging"
    step "make the JavaScript glue" make_glue "$raw"
    optimise_wasm
    cp "$raw" "$staging/made-from.wasm"
  fi
  rm -rf "$root/www/pkg"
  cp -r "$staging/web" "$root/www/pkg"
  # Whoever has the module has the worker as well: dist/site is made of both.
  step "link the classic worker" "$tools_bin/fanorona-bundle" worker \
    --www "$root/www" --glue "$staging/embed" --out "$root/www/pkg/worker-classic.js"
}

# Whether target/pkg was made from this very module with these tools, and optimised if it can be.
wasm_is_staged() {
  cmp -s "$1" "$staging/made-from.wasm" &&
    [[ $staging/made-from.wasm -nt $tools_bin/wbg ]] &&
    { [[ -e $staging/optimised ]] || ! have node; }
}

make_glue() {
  "$tools_bin/wbg" --target web --out-dir "$staging/web" "$1"
  "$tools_bin/wbg" --target web --omit-default-module-path --out-dir "$staging/embed" "$1"
  cmp "$staging/web/fanorona_wasm_bg.wasm" "$staging/embed/fanorona_wasm_bg.wasm"
}

# Debian's wasm-opt is too old: it writes a module that cannot start. The npm package binaryen is used.
optimise_wasm() {
  local module="$staging/web/fanorona_wasm_bg.wasm" before
  if ! have node || ! have npm; then
    say "==> wasm-opt is skipped, because Node.js is not here: the engine works, but is larger and a little slower"
    return
  fi
  node_packages
  before=$(wc -c <"$module")
  step "optimise the wasm module" "$root/tests/node_modules/.bin/wasm-opt" -O3 -o "$module.opt" "$module"
  mv "$module.opt" "$module"
  cp "$module" "$staging/embed/fanorona_wasm_bg.wasm"
  touch "$staging/optimised"
  say "    $before bytes before, $(wc -c <"$module") after"
}

build_all() {
  build_wasm
  [[ -f $root/www/index.html ]] || fail "www/index.html is missing: there is no page to build"
  step "collect the notices of the libraries inside" make_notices
  step "write the site to dist/site" make_site
  step "write the single file dist/fanorona.html" make_single_file
  step "write the npm package to dist/npm" make_npm_package
}

make_notices() {
  "$tools_bin/fanorona-notices" --package fanorona-wasm --target "$wasm_target" --out "$root/target/THIRD-PARTY.txt"
}

make_site() {
  rm -rf "$root/dist/site"
  say "    build $("$tools_bin/fanorona-bundle" site --www "$root/www" --out "$root/dist/site")"
  copy_tables
  copy_licences "$root/dist/site"
}

# Files of tables for the site. They take minutes to build and are kept in target/tables, so that `build` finds them again.
build_tables() {
  local stones=6 kind=distances file
  while (($# > 0)); do
    case $1 in
      --stones)
        stones=${2:-}
        shift $(($# > 1 ? 2 : 1))
        ;;
      *) fail "tables: no option '$1'" ;;
    esac
  done
  case $stones in
    6) ;;
    7) kind=outcomes ;; # with distances a page would have to hold 190 MB
    *) fail "tables: --stones takes 6 or 7" ;;
  esac
  need_rust
  file="$root/target/tables/9x5-$stones.fanotabl"
  mkdir -p "$root/target/tables"
  step "compile the tool" cargo build --locked --release --package fanorona-cli
  step "build tables to $stones stones" "$root/target/release/fanorona" tablebase build \
    --stones "$stones" --out "$file" --kind "$kind"
  if [[ -d $root/dist/site ]]; then
    copy_tables
  fi
  say "    $(wc -c <"$file") bytes"
}

# Puts the tables that were built beside the page, with a list of them.
copy_tables() {
  local folder="$root/dist/site/tables" file stones entries=()
  mkdir -p "$folder"
  for file in "$root"/target/tables/9x5-?.fanotabl; do
    [[ -e $file ]] || continue
    stones=${file##*-}
    stones=${stones%%.*}
    cp "$file" "$folder/"
    entries+=("{ \"board\": \"9x5\", \"stones\": $stones, \"bytes\": $(wc -c <"$file"), \"name\": \"${file##*/}\" }")
  done
  (
    IFS=,
    printf '{ "files": [%s] }\n' "${entries[*]}" >"$folder/list.json"
  )
}

make_single_file() {
  "$tools_bin/fanorona-bundle" page --www "$root/www" --glue "$staging/embed" \
    --wasm "$staging/web/fanorona_wasm_bg.wasm" \
    --notice "$root/LICENSE-MIT" --notice "$root/target/THIRD-PARTY.txt" --out "$root/dist/fanorona.html"
}

make_npm_package() {
  rm -rf "$root/dist/npm"
  mkdir -p "$root/dist/npm"
  cp "$staging/web/"* "$root/dist/npm/"
  copy_licences "$root/dist/npm"
  cat >"$root/dist/npm/package.json" <<JSON
{
  "name": "fanorona",
  "version": "$(project_version)",
  "description": "Fanorona: rules and engine in WebAssembly.",
  "license": "MIT OR Apache-2.0",
  "type": "module",
  "exports": {
    ".": { "types": "./fanorona_wasm.d.ts", "default": "./fanorona_wasm.js" },
    "./fanorona_wasm_bg.wasm": "./fanorona_wasm_bg.wasm"
  },
  "sideEffects": false
}
JSON
}

copy_licences() {
  cp "$root/LICENSE-MIT" "$root/LICENSE-APACHE" "$root/target/THIRD-PARTY.txt" "$1/"
}

serve() {
  local folder=$1
  shift
  [[ -f $root/$folder/index.html ]] || fail "$folder/index.html is missing. Run: ./build.sh build"
  if [[ ! -x $tools_bin/fanorona-serve ]]; then
    build_tools
  fi
  say "Serving $folder; open this address in a browser (Ctrl-C stops):"
  exec "$tools_bin/fanorona-serve" "$root/$folder" "$@"
}

play() {
  build_all
  say
  say "One file that opens by double click: $root/dist/fanorona.html"
  serve dist/site "$@"
}
