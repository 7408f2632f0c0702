# shellcheck shell=bash
# What takes too long, or needs too much, for every change.

root=${root:?build.sh sets it}
tools_dir=${tools_dir:?common.sh sets it}

test_long() {
  need_rust
  # Tests named soak_*, and every random test with many more cases.
  count_with soak count_libtest env PROPTEST_CASES="${PROPTEST_CASES:-200000}" \
    cargo test --locked --no-fail-fast --profile deep --package fanorona-tests --tests -- --include-ignored
  browsers_run
  end_suites
}

browsers() {
  browsers_run
  end_suites
}

# The page in Chromium, Firefox and WebKit.
browsers_run() {
  need_debian chromium chromium chromedriver chromium-driver firefox-esr firefox-esr \
    WebKitWebDriver webkit2gtk-driver xvfb-run xvfb xauth xauth
  node_packages
  need_built
  local gecko="$tools_dir/geckodriver/bin/geckodriver" mini=(/usr/lib/*/webkit2gtk-4.*/MiniBrowser)
  if have geckodriver; then
    gecko=$(command -v geckodriver)
  elif [[ ! -x $gecko ]]; then
    need_rust
    step "install geckodriver (takes some minutes)" cargo install geckodriver --quiet --locked --version 0.37.1 --root "$tools_dir/geckodriver"
  fi
  count_with browsers count_node env \
    CHROMEDRIVER="$(command -v chromedriver)" FIREFOX="$(command -v firefox-esr)" GECKODRIVER="$gecko" \
    WEBKITWEBDRIVER="$(command -v WebKitWebDriver)" MINIBROWSER="${mini[0]}" \
    xvfb-run --auto-servernum node --test --test-reporter=spec "$root/tests/browsers/play.test.mjs"
}
