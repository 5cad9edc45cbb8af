/**
 * The installer in the bundle, for a Linux machine with systemd. It asks one question, the recovery key, and can be run
 * again after a failure. PULSEKEY_ROOT and PULSEKEY_REGISTRY are for tests.
 */
export const INSTALL_SCRIPT = String.raw`#!/bin/sh
# Installs this Pulsekey server on this machine, with its data: sh install.sh
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
root=${'$'}{PULSEKEY_ROOT:-}
opt=$root/opt/pulsekey
etc=$root/etc/pulsekey
data=$root/var/lib/pulsekey
unit=$root/etc/systemd/system/pulsekey.service
stamp=$(sed 's/[^0-9a-zA-Z]/_/g' "$here/move.json")
port=$(sed -n 's/.*"publicPort":\([0-9]*\).*/\1/p' "$here/move.json")
ports=$(sed -n 's/.*"ports":\[\([0-9,]*\)\].*/\1/p' "$here/move.json" | tr , ' ')

say() { printf '%s\n' "$*"; }
die() { printf 'Stopped: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "run it as root: sudo sh $here/install.sh"
[ "$(uname -s)" = Linux ] || die "this is no Linux machine"
command -v systemctl >/dev/null || die "this machine has no systemd"
case $(uname -m) in
  x86_64 | amd64) arch=x64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) die "there is no Node for the processor $(uname -m)" ;;
esac
if [ -e "$data/pulsekey.db" ] && [ "$(cat "$data/moved-in" 2>/dev/null)" != "$stamp" ]; then
  die "there is a Pulsekey server with data in $data already. Nothing was changed"
fi

download() { # address file
  if command -v curl >/dev/null; then curl -fsSL --retry 3 --connect-timeout 15 -o "$2" "$1"
  elif command -v wget >/dev/null; then wget -q -t 3 -T 30 -O "$2" "$1"
  else die "this machine has neither curl nor wget"; fi
}

# A library or Node that the bundle lacks, by its checksum.
get() { # tarball sha512 member place
  [ -e "$fresh/$4" ] && return
  for registry in ${'$'}{PULSEKEY_REGISTRY:-https://registry.npmjs.org https://registry.npmmirror.com}; do
    say "Getting $1 from $registry"
    if download "$registry/$1" "$work/part.tgz" && [ "$(sha512sum <"$work/part.tgz")" = "$2  -" ]; then
      mkdir -p "$(dirname "$fresh/$4")"
      tar -xzOf "$work/part.tgz" "$3" >"$fresh/$4"
      rm -f "$work/part.tgz"
      return
    fi
  done
  die "$1 could not be had, or is not what it should be. Run the script again"
}

umask 077
work=$(mktemp -d)
incoming=$data/incoming
trap 'rm -rf "$work" "$incoming"' EXIT
trap 'exit 1' INT TERM HUP

say "1 of 5: the user pulsekey"
id pulsekey >/dev/null 2>&1 ||
  useradd --system --user-group --home-dir /var/lib/pulsekey --no-create-home --shell /usr/sbin/nologin pulsekey

say "2 of 5: the program in $opt"
fresh=$opt.new
rm -rf "$fresh"
mkdir -p "$root/opt"
cp -R "$here/program" "$fresh"
while read -r of tarball sum member place; do
  [ "$of" = "$arch" ] && get "$tarball" "$sum" "$member" "$place"
done <"$here/parts.txt"
chmod -R a+rX,go-w "$fresh"
chmod 755 "$fresh/node/bin/node"
rm -rf "$opt.old"
[ -e "$opt" ] && mv "$opt" "$opt.old"
mv "$fresh" "$opt"
rm -rf "$opt.old"
"$opt/node/bin/node" --version >/dev/null || die "Node does not run on this machine"

say "3 of 5: the data in $data"
mkdir -p "$etc" "$root/var/lib"
chmod 755 "$root/opt" "$root/var/lib"
[ -s "$etc/machine.key" ] || head -c 32 /dev/urandom | base64 >"$etc/machine.key"
mkdir -p "$data"
if [ ! -e "$data/pulsekey.db" ]; then
  rm -rf "$incoming"
  cp -R "$here/data" "$incoming"
  cp "$here/move.json" "$incoming/move.json"
  cp "$etc/machine.key" "$incoming/machine.key"
  chown -R pulsekey:pulsekey "$data"
  say "The recovery key of the old server opens the stored keys and passwords."
  tries=1
  # A person may mistype.
  [ -t 0 ] && tries=3
  until "$opt/node/bin/node" "$opt/out/main/cli.js" move-in --from "$incoming" --data "$data" --machine-key "$incoming/machine.key"; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || die "the data is not in place. Run the script again"
  done
  printf '%s' "$stamp" >"$data/moved-in"
fi
rm -rf "$incoming"
chown -R pulsekey:pulsekey "$data"
chmod 700 "$data"

say "4 of 5: the service"
mkdir -p "$(dirname "$unit")"
cp "$here/pulsekey.service" "$unit"
chmod 644 "$unit"
for open in $ports; do
  if command -v ufw >/dev/null && ufw status | grep -q '^Status: active'; then ufw allow "$open/tcp" >/dev/null; fi
  if command -v firewall-cmd >/dev/null && firewall-cmd --state >/dev/null 2>&1; then
    firewall-cmd --quiet --permanent --add-port="$open/tcp" && firewall-cmd --quiet --reload
  fi
done
systemctl daemon-reload
systemctl enable --now pulsekey

say "5 of 5: waiting for its first answer"
"$opt/node/bin/node" -e '
const url = "http://127.0.0.1:" + process.argv[1] + "/.well-known/pulsekey"
const end = Date.now() + 60000
const look = () =>
  fetch(url).then((r) => r.json()).then((found) => found.state === "here" || Promise.reject(new Error("wrong")))
    .catch(() => Date.now() < end ? new Promise((again) => setTimeout(again, 250)).then(look) : process.exit(1))
look()
' "$port" || die "the server does not answer. Its log: journalctl -u pulsekey"

address=$(hostname -I 2>/dev/null | cut -d' ' -f1)
say ""
say "The server runs here now: http://${'$'}{address:-this-machine}:$port/"
say "Next, at the old server: change the DNS record of your public name to this machine, then press \"Look for the new server\"."
say "The console from your own computer: ssh -L 8788:127.0.0.1:8788 root@${'$'}{address:-this-machine}"
say "and then http://127.0.0.1:8788/console/"
say "Delete the bundle here when all is well: rm -rf $here $here.tar.gz"
`
