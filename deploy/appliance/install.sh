#!/bin/sh
# Installs Assay from this bundle on a machine without internet. Checks signature and checksums first; changes nothing when they do not fit.
#
#   ./install.sh --key FILE    the publisher's public key, which came by another way than the bundle
#     --home FOLDER            where data, models, backups and secrets go (/opt/assay)
#     --address A --port P     where it listens (0.0.0.0, 8080)
#     --memory SIZE            that it may use (8g)
#     --engine docker|podman   (the first that works)
#     --name NAME              of the container (assay)
#     --wait SECONDS           until it must be healthy (180)
set -eu
umask 077
bundle=$(cd "$(dirname "$0")" && pwd -P)
. "$bundle/appliance.sh"

home=/opt/assay address=0.0.0.0 port=8080 memory=8g name=assay key='' engine='' wait_s=180
while [ $# -gt 0 ]; do
  case "$1" in
    --key) key=${2:?} ;;
    --home) home=${2:?} ;;
    --address) address=${2:?} ;;
    --port) port=${2:?} ;;
    --memory) memory=${2:?} ;;
    --engine) engine=${2:?} ;;
    --name) name=${2:?} ;;
    --wait) wait_s=${2:?} ;;
    *) sed -n '2,/^set /{/^#/s/^# \{0,1\}//p;}' "$0" >&2; exit 2 ;;
  esac
  shift 2
done
[ -n "$key" ] || fail "give the publisher's public key: --key FILE"

check_bundle "$bundle" "$key"
engine=$(find_engine "$engine")
use_owner
mkdir -p "$home"
home=$(cd "$home" && pwd -P)
[ ! -f "$home/appliance.conf" ] || fail "Assay $(value_of "$home/appliance.conf" version) is installed in $home already: run ./upgrade.sh."
check_name

say "loading the image into $engine"
image=$(load_image "$bundle")
mkdir -p "$home/data" "$home/models" "$home/backups" "$home/secrets"
chmod 755 "$home"
[ -f "$home/assay.env" ] || cat >"$home/assay.env" <<'SETTINGS'
# Settings of Assay, one NAME=VALUE a line (docs/settings.md). After a change: ./upgrade.sh --restart (docker restart does not read them).
# PUBLIC_URL=https://assay.example
# The proxy's address as the container sees it (docs/tls.md), often that of the network's gateway:
# TRUST_PROXY=172.17.0.1
# The server's own backups, every day, beside those before each upgrade:
# ASSAY_BACKUP_TO=/backups
# ASSAY_BACKUP_KEY_FILE=/secrets/backup.key
SETTINGS
own "$home/data" "$home/models" "$home/backups" "$home/secrets"
if [ ! -f "$home/secrets/backup.key" ]; then
  # The only command that writes there.
  rm -rf "$home/backups/.new"
  mkdir "$home/backups/.new"
  own "$home/backups/.new"
  assay_once "$image" backup keygen --out /backups/.new/backup.key >/dev/null || fail "the key of backups could not be made."
  mv "$home/backups/.new/backup.key" "$home/secrets/backup.key"
  rmdir "$home/backups/.new"
fi
import_models "$bundle" "$image" || fail "the models could not be installed; the server was not started."

say "starting"
stop_server
if ! start_server "$image"; then
  stop_server
  fail "$engine could not start the container. Is port $port taken?"
fi
if ! wait_for_health "$wait_s"; then
  "$engine" logs "$name" >"$home/install.log" 2>&1 || true
  stop_server
  fail "Assay did not get healthy within $wait_s s; it is stopped. Its log: $home/install.log"
fi
write_conf "$image" "$(value_of "$bundle/bundle.conf" version)"
start_at_boot
say "Assay $(value_of "$bundle/bundle.conf" version) serves on $address:$port"
"$engine" logs "$name" 2>&1 | sed -n 's#.*\(http[^ "]*/console/welcome[^ "\\]*\).*#assay: the first owner of the console signs in at \1#p' | tail -n 1 |
  sed "s#://localhost:8080/#://localhost:$port/#"
say "keep a copy of $home/secrets/backup.key elsewhere: without it no backup can be restored"
