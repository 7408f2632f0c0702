# shellcheck shell=bash
# Numbers that must not grow: what a browser downloads, and instructions per leaf of a fixed search.
# The limits are in tests/budgets.json.

root=${root:?build.sh sets it}

size() {
  need_node
  need_built
  count_with size count_libtest node "$root/tools/size.mjs"
  end_suites
}

bench() {
  need_rust
  need_node
  need_debian valgrind valgrind
  step "compile the benchmarks" cargo build --locked --release --package fanorona --examples
  count_with bench count_libtest node "$root/tools/bench.mjs"
  end_suites
}

# Nodes a second, natively and in Chromium; with --before REV beside an earlier version. Not a test: times
# hang on the machine.
speed() {
  local before=()
  need_rust
  need_node
  need_built
  need_debian chromium chromium
  step "compile the measured programs" cargo build --locked --release --examples --package fanorona --package fanorona-baseline
  if [[ ${1:-} == --before ]]; then
    local rev=${2:?speed --before REV} tree=$root/target/before
    rm -rf "$tree"
    mkdir -p "$tree"
    git -C "$root" archive "$rev" | tar x -C "$tree"
    step "compile $rev" cargo build --locked --release --examples --package fanorona \
      --manifest-path "$tree/Cargo.toml" --target-dir "$root/target/before-target"
    before=("$root/target/before-target/release/examples/search_bench")
  elif (($# > 0)); then
    fail "speed takes --before REV, not $1"
  fi
  local examples=$root/target/release/examples
  node "$root/tests/browser/measure-speed.mjs" "$examples/search_bench" "$examples/depth_from_start" "${before[@]}"
}

# How the page feels: frame times on a slow processor, and Lighthouse's scores. Not a test, as above.
page_speed() {
  local stamp="$root/tests/lighthouse/node_modules/.lock-installed"
  need_node
  need_built
  node_packages
  need_debian chromium chromium
  if ! cmp -s "$root/tests/lighthouse/package-lock.json" "$stamp"; then
    step "install Lighthouse in tests/lighthouse" npm --prefix "$root/tests/lighthouse" ci
    cp "$root/tests/lighthouse/package-lock.json" "$stamp"
  fi
  node "$root/tests/browser/measure-page.mjs" frames
  node "$root/tests/browser/measure-page.mjs" lighthouse
}
