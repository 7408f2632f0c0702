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

# What takes too long for every change: tests named soak_*, with many more random cases.
test_long() {
  need_rust
  count_with soak count_libtest env PROPTEST_CASES="${PROPTEST_CASES:-20000}" \
    cargo test --locked --no-fail-fast --profile deep --package fanorona-tests --tests -- --include-ignored --nocapture soak_
  end_suites
}
