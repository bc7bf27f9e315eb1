# Sourced by install.sh and upgrade.sh of an appliance's bundle: what both need. POSIX sh; needs docker or podman, openssl 3, coreutils and gzip.

say() { printf 'assay: %s\n' "$*"; }
fail() { printf 'assay: %s\n' "$*" >&2; exit 1; }

# ── the bundle ──────────────────────────────────────────────────────────────────────────────────────────────

# Nothing of the bundle is used before the publisher's key has signed the list of checksums, each file is what the list says, and no file
# lies there that the list does not name.
check_bundle() { # FOLDER PUBLIC_KEY
  [ -f "$2" ] || fail "there is no key $2. Give the publisher's public key: --key FILE"
  openssl pkeyutl -verify -pubin -inkey "$2" -rawin -in "$1/SHA256SUMS" -sigfile "$1/SHA256SUMS.sig" >/dev/null 2>&1 ||
    fail "the bundle was not signed with the key $2, or was changed afterwards (or this openssl is older than 3.0). Nothing was changed."
  (cd "$1" && sha256sum --check --strict --quiet SHA256SUMS) || fail "the bundle is damaged: copy it again. Nothing was changed."
  others=$(cd "$1" && ls -A | grep -vxF -e SHA256SUMS -e SHA256SUMS.sig -e "$(cut -c 67- SHA256SUMS)") &&
    fail "the bundle's folder holds what its publisher did not sign: $(echo $others). Unpack the bundle again, into a folder of its own. Nothing was changed."
  for file in "$1"/*; do
    # What a link leads to may be another file a moment later.
    [ -f "$file" ] && [ ! -h "$file" ] || fail "${file##*/} of the bundle is no plain file. Unpack the bundle again. Nothing was changed."
  done
  say "the bundle is what its publisher signed"
}

# KEY of a file of lines KEY=VALUE
value_of() { sed -n "s/^$2=//p" "$1" | tail -n 1; }

# 1.10 is newer than 1.9, and 1.10 than 1.10-rc.1; what follows "+" does not count.
is_older() { # VERSION THAN
  this=$(echo "$1" | sed 's/+.*//; s/-/~/') than=$(echo "$2" | sed 's/+.*//; s/-/~/')
  [ "$this" != "$than" ] && [ "$(printf '%s\n' "$this" "$than" | LC_ALL=C sort -V | head -n 1)" = "$this" ]
}

find_engine() { # docker|podman or nothing
  if [ -n "$1" ]; then command -v "$1" >/dev/null || fail "$1 is not installed."; echo "$1"; return; fi
  for engine in docker podman; do
    if command -v "$engine" >/dev/null && "$engine" info >/dev/null 2>&1; then echo "$engine"; return; fi
  done
  fail "neither docker nor podman can be used by this user. Install one, or run this as root."
}

# Prints the id of the image that was loaded.
load_image() { # FOLDER
  # Podman (4.3) takes no gzipped file.
  gzip -dc "$1/image.tar.gz" | "$engine" load >/dev/null || fail "$engine could not load the image. Is there room on the disk?"
  "$engine" image inspect --format '{{.Id}}' "$(value_of "$1/bundle.conf" reference)" || fail "$engine does not have the image that it loaded."
}

# ── the container ───────────────────────────────────────────────────────────────────────────────────────────

# Whose the data is: of the image's own user when root installs, else of whoever does.
use_owner() {
  if [ "$(id -u)" -eq 0 ]; then owner=1000:1000; else owner="$(id -u):$(id -g)"; fi
  userns=
  if [ "$(id -u)" -ne 0 ] && [ "$engine" = podman ]; then userns=--userns=keep-id; fi
}

own() { # FOLDER…
  if [ "$(id -u)" -eq 0 ]; then chown "$owner" "$@"; fi
}

# A read-only root, no rights, nothing that is not mounted. Z: for SELinux.
container() { # COMMAND-AND-OPTIONS… (words before "--"), image and arguments after it
  command=$1
  shift
  # shellcheck disable=SC2086
  "$engine" "$command" $userns --user "$owner" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
    --volume "$home/data:/data:Z" --volume "$home/models:/models:Z" --volume "$home/backups:/backups:Z" --volume "$home/secrets:/secrets:ro,Z" \
    --env-file "$home/assay.env" "$@"
}

# One command of Assay, by itself and without a network.
assay_once() { # IMAGE ARGUMENTS…
  container run --rm --network none "$@"
}

start_server() { # IMAGE
  container run --detach --name "$name" --label "assay.home=$home" --init --restart always --stop-timeout 30 --pids-limit 2048 \
    --memory "$memory" --publish "$address:$port:8080" "$1" serve >/dev/null
}

# What the engine says of the container, or nothing when there is none.
of_container() { # FORMAT
  "$engine" container inspect --format "$1" "$name" 2>/dev/null || true
}

# Another container of that name is not ours to remove.
check_name() {
  case "$(of_container 'home={{index .Config.Labels "assay.home"}}')" in
    '' | "home=$home") ;;
    *) fail "$engine has a container \"$name\" that is no part of $home. Remove it, or take another name: ./install.sh --name NAME. Nothing was changed." ;;
  esac
}

stop_server() {
  "$engine" stop -t 40 "$name" >/dev/null 2>&1 || true
  "$engine" rm --force "$name" >/dev/null 2>&1 || true
}

# The server's own word, not the engine's, which asks every half minute only.
wait_for_health() { # SECONDS
  until_s=$(($(date +%s) + $1))
  while [ "$(date +%s)" -lt "$until_s" ]; do
    if "$engine" exec "$name" node /app/server/health-probe.ts http://127.0.0.1:8080 >/dev/null 2>&1; then return 0; fi
    sleep 1
  done
  return 1
}

# docker starts its containers when the machine does; podman has a unit for that, which is off.
start_at_boot() {
  [ "$engine" = podman ] || return 0
  if [ "$(id -u)" -eq 0 ]; then
    systemctl enable podman-restart.service >/dev/null 2>&1 && return 0
  else
    systemctl --user enable podman-restart.service >/dev/null 2>&1 && loginctl enable-linger >/dev/null 2>&1 && return 0
  fi
  say "nothing starts it when this machine does: enable podman-restart.service, or have your own unit run \"podman start $name\""
}

# ── what was installed ──────────────────────────────────────────────────────────────────────────────────────

write_conf() { # IMAGE VERSION
  {
    echo "# Written by install.sh and upgrade.sh. Settings of Assay itself are in assay.env."
    printf 'engine=%s\nname=%s\naddress=%s\nport=%s\nmemory=%s\nimage=%s\nversion=%s\n' "$engine" "$name" "$address" "$port" "$memory" "$1" "$2"
  } >"$home/appliance.conf.new"
  mv "$home/appliance.conf.new" "$home/appliance.conf"
}

read_conf() {
  [ -f "$home/appliance.conf" ] || fail "there is no installation in $home. Run install.sh, or say where it is: --home FOLDER"
  for field in engine name address port memory image version; do
    eval "$field=\$(value_of \"\$home/appliance.conf\" $field)"
  done
}

import_models() { # FOLDER IMAGE
  [ -f "$1/models.tar" ] || return 0
  say "installing the models of the bundle"
  # The container's user may not be allowed to read where the bundle lies.
  cp "$1/models.tar" "$home/models/.incoming.tar"
  own "$home/models/.incoming.tar"
  status=0
  assay_once "$2" models import /models/.incoming.tar || status=$?
  rm -f "$home/models/.incoming.tar"
  return "$status"
}
