# Sourced by the other scripts: sets everything up and puts the project's Node first in PATH.
# `setup_options` may hold options for scripts/setup.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# stdin stays with the script: neither npm nor apt-get may eat it.
"$root/scripts/setup" ${setup_options-} </dev/null || exit 1
export PATH="$(cat "$root/.setup/node-home")/bin:$PATH"
# Tests and measurements load ONNX Runtime by other ways, too; nothing may leave this machine (server/engines/quiet-runtime.ts).
export ORT_DISABLE_TELEMETRY=1
# Large blocks of memory go back to the system when they are free (server/process/service.ts).
export MALLOC_MMAP_THRESHOLD_=1048576
# Compiled code is kept: a start takes two thirds of the time.
export NODE_COMPILE_CACHE="$root/.setup/compile-cache"
