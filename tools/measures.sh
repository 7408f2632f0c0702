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
