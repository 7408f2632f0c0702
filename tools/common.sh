# shellcheck shell=bash
# What all parts of build.sh share: steps with their time, tools that must be there, Node's packages.

root=${root:?build.sh sets it}
tools_dir="$root/.tools"
tools_bin="$tools_dir/tools"

# Shipped files name no folder of the machine that made them.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$root=."
export CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY=never

say() {
  printf '%s\n' "$*"
}

fail() {
  printf 'build.sh: %s\n' "$*" >&2
  exit 1
}

# step "what it does" command…: runs it and says how long it took. A failure ends the script.
running=()
step() {
  local what=$1 start=$SECONDS
  shift
  running+=("$what")
  say "==> $what"
  "$@"
  say "==> $what: done in $((SECONDS - start)) s"
  unset 'running[-1]'
}

name_the_failed_step() {
  local code=$?
  if ((code != 0 && ${#running[@]} > 0)); then
    say "==> ${running[-1]}: FAILED (exit code $code)"
  fi
}
trap name_the_failed_step EXIT

have() {
  command -v "$1" >/dev/null 2>&1
}

# need program "the command that installs it"
need() {
  have "$1" || fail "'$1' is missing. Install it with: $2"
}

# need_debian program package [program package …]: as root installs what is missing, else names the command.
need_debian() {
  local missing=() install
  while (($# > 0)); do
    have "$1" || missing+=("$2")
    shift 2
  done
  if ((${#missing[@]} == 0)); then
    return
  fi
  install="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
  if [[ $(id -u) != 0 ]] || ! have apt-get; then
    fail "programs are missing. Install them with: sudo sh -c '$install'"
  fi
  step "install Debian packages: ${missing[*]}" run_quietly "$root/target/apt.log" \
    env DEBIAN_FRONTEND=noninteractive sh -c "$install"
}

# run_quietly log command…: shows the output only when the command fails.
run_quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 </dev/null || {
    local code=$?
    tail -n 40 "$log"
    return "$code"
  }
}

need_rust() {
  need cargo "curl https://sh.rustup.rs -sSf | sh (see https://rustup.rs)"
}

# need_target triple: the standard library of another machine.
need_target() {
  need_rust
  need rustup "curl https://sh.rustup.rs -sSf | sh (see https://rustup.rs)"
  if ! rustup target list --installed | grep -qx "$1"; then
    step "install the Rust target $1" rustup target add "$1"
  fi
}

need_node() {
  local how="your system's packages, or https://nodejs.org (version 20 or later)"
  need node "$how"
  need npm "$how"
  node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
    fail "node $(node --version) is too old. Install version 20 or later: https://nodejs.org"
}

# The packages of tests/package-lock.json; quick when they are there.
node_packages() {
  local stamp="$root/tests/node_modules/.lock-installed"
  need_node
  if ! cmp -s "$root/tests/package-lock.json" "$stamp"; then
    step "install the Node packages of tests/" npm --prefix "$root/tests" ci
    cp "$root/tests/package-lock.json" "$stamp"
  fi
}

# wbg, wbg-test-runner, fanorona-serve, fanorona-bundle, fanorona-notices. Kept in .tools/, so that
# `clean` does not cost minutes; cargo rebuilds them when their source or version changes.
build_tools() {
  local quiet=()
  need_rust
  if [[ -x $tools_bin/fanorona-bundle ]]; then
    quiet=(--quiet)
  fi
  step "build tools (the first time takes some minutes)" cargo build "${quiet[@]}" --locked \
    --profile tools --package fanorona-tools --bins --target-dir "$tools_dir"
}

project_version() {
  sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml"
}
