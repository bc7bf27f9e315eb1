#!/bin/sh
# Upgrades an installation to this bundle: backup, new image, and when that does not get healthy the old image with the data as they were.
# Checks signature and checksums first.
#
#   ./upgrade.sh --key FILE    the publisher's public key, which came by another way than the bundle
#     --home FOLDER            of the installation (/opt/assay)
#     --wait SECONDS           until the new server must be healthy, its changes of the database included (300)
#     --without-backup         with a PostgreSQL database, of which you made a backup yourself: then only the image is taken back
#     --allow-older            install a bundle that is older than what is installed
#   ./upgrade.sh --back        to what was installed before the last upgrade, with the data of then
#   ./upgrade.sh --restart     only starts the server again, with the settings of assay.env
#
# Cut off at any moment, by Ctrl-C or a power cut: run it again. It first ends what was under way.
set -eu
umask 077
bundle=$(cd "$(dirname "$0")" && pwd -P)
. "$bundle/appliance.sh"

home=/opt/assay key='' wait_s=300 with_backup=true allow_older=false what=upgrade
while [ $# -gt 0 ]; do
  case "$1" in
    --key) key=${2:?}; shift ;;
    --home) home=${2:?}; shift ;;
    --wait) wait_s=${2:?}; shift ;;
    --without-backup) with_backup=false ;;
    --allow-older) allow_older=true ;;
    --restart) what=restart ;;
    --back) what=back ;;
    *) sed -n '2,/^set /{/^#/s/^# \{0,1\}//p;}' "$0" >&2; exit 2 ;;
  esac
  shift
done
[ -d "$home" ] || fail "there is no $home. Say where Assay is installed: --home FOLDER"
home=$(cd "$home" && pwd -P)
read_conf
use_owner
check_name

# ── what it takes to go back ────────────────────────────────────────────────────────────────────────────────

# Of an upgrade that has stopped the old server; of the last one that succeeded.
under_way=$home/upgrade-under-way
last=$home/last-upgrade

# With a backup once the old server can write no more: only then may another have written, and the data are put back.
mark() { # IMAGE VERSION BACKUP NEW_IMAGE NEW_VERSION
  printf 'image=%s\nversion=%s\nbackup=%s\nnew_image=%s\nnew_version=%s\n' "$@" >"$under_way.new"
  mv "$under_way.new" "$under_way"
  sync
}

roll_back() {
  old_image=$(value_of "$under_way" image)
  old_version=$(value_of "$under_way" version)
  backup=$(value_of "$under_way" backup)
  say "going back to Assay $old_version"
  "$engine" logs "$name" >"$home/upgrade.log" 2>&1 || true
  stop_server
  if [ -n "$backup" ]; then
    assay_once "$old_image" restore --from /backups --backup "$backup" --key-file /secrets/backup.key --into /data --force ||
      fail "THE DATA COULD NOT BE PUT BACK. The server is stopped. The backup is $backup in $home/backups; run ./upgrade.sh again, or restore it by hand (backup.md)."
  fi
  start_server "$old_image" || fail "$engine could not start the old image. Run ./upgrade.sh again."
  wait_for_health 300 || fail "the old server does not get healthy either; its log: $engine logs $name"
  write_conf "$old_image" "$old_version"
  version=$old_version image=$old_image
  rm -f "$under_way"
}

# The new server is healthy: it is what is installed from here on.
settle() {
  write_conf "$(value_of "$under_way" new_image)" "$(value_of "$under_way" new_version)"
  mv "$under_way" "$last"
  read_conf
}

if [ -f "$under_way" ]; then
  say "an earlier upgrade was cut off"
  new_image=$(value_of "$under_way" new_image)
  if [ -n "$new_image" ] && [ "$image" = "$new_image" ]; then
    mv "$under_way" "$last"
  elif [ -n "$new_image" ] && [ "$(of_container '{{.Image}} {{.State.Running}}')" = "$new_image true" ] && wait_for_health 10; then
    # Perhaps for days: what it has written since must not be put aside.
    settle
    say "it had come through: Assay $version serves"
  else
    roll_back
    say "Assay $version serves again, with the data of before that upgrade"
  fi
fi

# Ctrl-C, a lost connection: back at once. A second one does not disturb that.
cut_off() {
  trap '' HUP INT TERM
  [ "$what" = upgrade ] || fail "cut off: run it again."
  [ ! -f "$under_way" ] || roll_back
  fail "cut off. Assay $version serves."
}
trap cut_off HUP INT TERM

case "$what" in
  restart)
    stop_server
    start_server "$image" || fail "$engine could not start the container."
    wait_for_health "$wait_s" || fail "the server does not get healthy; its log: $engine logs $name"
    say "Assay $version serves on $address:$port"
    exit 0
    ;;
  back)
    [ -f "$last" ] || fail "there is no earlier upgrade to go back from."
    [ -n "$(value_of "$last" backup)" ] || fail "the last upgrade made no backup (--without-backup). Restore yours by hand (backup.md), then install the earlier bundle."
    from=$version
    mark "$(value_of "$last" image)" "$(value_of "$last" version)" "$(value_of "$last" backup)" '' ''
    rm -f "$last"
    roll_back
    say "back from $from to $version, with the data of before the upgrade. What came since lies in $home/data/replaced-…: delete it when you no longer need it."
    exit 0
    ;;
esac

# ── the upgrade ─────────────────────────────────────────────────────────────────────────────────────────────

[ -n "$key" ] || fail "give the publisher's public key: --key FILE"
check_bundle "$bundle" "$key"
new_version=$(value_of "$bundle/bundle.conf" version)
if is_older "$new_version" "$version" && ! $allow_older; then
  fail "this bundle has Assay $new_version, which is older than the installed $version and may have faults that were mended since. Run ./upgrade.sh --back to undo the last upgrade, or add --allow-older. Nothing was changed."
fi
if $with_backup && grep -qE '^DATABASE_URL(_FILE)?=.' "$home/assay.env"; then
  fail "the database is PostgreSQL, which this script cannot put back. Make a backup of it (backup.md), then run this again with --without-backup. Nothing was changed."
fi

say "loading the image of Assay $new_version"
new_image=$(load_image "$bundle")
# What lies on the disk before cannot be cleared away as an image that has no name.
"$engine" tag "$image" localhost/assay:before-upgrade

back_up() { assay_once "$image" backup create --to /backups --key-file /secrets/backup.key; }
if $with_backup; then
  say "backing up while Assay $version serves"
  back_up || fail "the backup failed, so nothing was changed."
fi
mark "$image" "$version" '' "$new_image" "$new_version"
stop_server
backup=
if $with_backup; then
  # What came since: nothing is lost by going back.
  say "backing up what came since"
  if back_up; then backup=$(ls "$home/backups/backups" | sed -n 's/\.json$//p' | sort | tail -n 1); fi
  if [ -z "$backup" ]; then
    roll_back
    fail "the backup failed; Assay $version was started again."
  fi
fi
mark "$image" "$version" "$backup" "$new_image" "$new_version"

say "starting Assay $new_version"
if import_models "$bundle" "$new_image" && start_server "$new_image" && wait_for_health "$wait_s"; then
  from=$version
  settle
  say "upgraded from $from to $version, serving on $address:$port; back again: ./upgrade.sh --back"
  exit 0
fi
say "Assay $new_version did not get healthy within $wait_s s" >&2
roll_back
fail "the upgrade was taken back: Assay $version serves again with its data. The new server's log: $home/upgrade.log; its data: $home/data/replaced-… (delete them when you no longer need them)."
