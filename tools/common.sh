# shellcheck shell=bash
# What all parts of build.sh share: steps with their time, tools that must be there, Node's packages.

tools_dir="$root/.tools"
tools_bin="$tools_dir/tools"
results_dir="$root/target/test-results"

# Shipped files name no folder of the machine that made them.
remap="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$root=."
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$remap"

say() {
  printf '%s\n' "$*"
}

fail() {
  printf 'build.sh: %s\n' "$*" >&2
  exit 1
}

# step "what it does" command…: runs it and says how long it took.
step() {
  local what=$1 start=$SECONDS
  shift
  say "==> $what"
  "$@" || {
    local code=$?
    say "==> $what: failed after $((SECONDS - start)) s"
    return "$code"
  }
  say "==> $what: done in $((SECONDS - start)) s"
}

have() {
  command -v "$1" >/dev/null 2>&1
}

# need tool "the command that installs it"
need() {
  have "$1" || fail "'$1' is missing. Install it with: $2"
}

# need_debian program package [program package …]: as root installs what is missing, else names the command.
need_debian() {
  local missing=()
  while (($# > 0)); do
    have "$1" || missing+=("$2")
    shift 2
  done
  ((${#missing[@]} > 0)) || return 0
  local install="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
  if [[ $(id -u) == 0 ]] && have apt-get; then
    step "install Debian packages: ${missing[*]}" bash -c "DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; { $install; } </dev/null >'$root/target/apt.log' 2>&1 || { tail -20 '$root/target/apt.log'; exit 1; }"
  else
    fail "programs are missing. Install them with: sudo sh -c '$install'"
  fi
}

need_rust() {
  need cargo "curl https://sh.rustup.rs -sSf | sh (see https://rustup.rs)"
}

# need_target triple: the standard library of another machine.
need_target() {
  need_rust
  need rustup "curl https://sh.rustup.rs -sSf | sh (see https://rustup.rs)"
  rustup target list --installed | grep -qx "$1" || step "install the Rust target $1" rustup target add "$1"
}

need_node() {
  need node "your system's packages, or https://nodejs.org (version 20 or later)"
  need npm "your system's packages, or https://nodejs.org (version 20 or later)"
  node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
    fail "node $(node --version) is too old: version 20 or later is needed"
}

# The packages of tests/package-lock.json; quick when they are there.
node_packages() {
  need_node
  local stamp="$root/tests/node_modules/.lock-installed"
  cmp -s "$root/tests/package-lock.json" "$stamp" && return 0
  step "install Node packages of tests/" npm --prefix "$root/tests" ci --no-audit --no-fund --ignore-scripts
  cp "$root/tests/package-lock.json" "$stamp"
}

# wbg, wbg-test-runner, fanorona-serve, fanorona-bundle. Kept in .tools/, so that `clean` does not cost
# minutes; cargo rebuilds them when their source or version changes.
build_tools() {
  need_rust
  local quiet=()
  [[ -x $tools_bin/fanorona-bundle ]] && quiet=(--quiet)
  step "build tools (the first time takes some minutes)" \
    env CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY=never cargo build "${quiet[@]}" --locked --profile tools --package fanorona-tools --target-dir "$tools_dir"
}

browser_path() {
  local name
  for name in chromium chromium-browser google-chrome; do
    if have "$name"; then
      command -v "$name"
      return
    fi
  done
  fail "no Chromium. Install it with: apt-get install chromium"
}

project_version() {
  sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml"
}
