#!/usr/bin/env bash
# The launcher on a tree that was never built: it makes the build folder, builds, and runs the program with its arguments.
# cmake and the set-up are replaced by little scripts, so this tests the launcher and nothing else.
set -euo pipefail
root=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/src" "$tree/cmake" "$tree/tools" "$tree/bin"
cp "$root/ounce" "$tree/ounce"
touch "$tree/CMakeLists.txt"
printf '#!/bin/sh\n' >"$tree/tools/setup"
cat >"$tree/bin/cmake" <<'C'
#!/bin/sh
for i in 1 2 3 4 5 6 7 8; do echo "[$i/8] Building something"; done
mkdir -p build/release
printf '#!/bin/sh\necho "ran with $*"\n' >build/release/ounce
chmod +x build/release/ounce
C
chmod +x "$tree/tools/setup" "$tree/bin/cmake"
said=$(PATH="$tree/bin:$PATH" "$tree/ounce" info game.sb3 2>"$tree/progress")
[ "$said" = "ran with info game.sb3" ] || { echo "the first call said: $said"; exit 1; }
# Who waits sees how far the build is; all of it is in the log.
grep -q "building, 4 of 8 files" "$tree/progress" || { echo "no progress: $(cat "$tree/progress")"; exit 1; }
grep -q "\[7/8\]" "$tree/build/ounce-build.log" || { echo "the log is not whole"; exit 1; }
# A build that fails is exit code 2 and a sentence.
rm -rf "$tree/build"
printf '#!/bin/sh\nexit 1\n' >"$tree/bin/cmake"
code=0
said=$(PATH="$tree/bin:$PATH" "$tree/ounce" info game.sb3 2>&1) || code=$?
[ $code = 2 ] && case $said in *"the build failed"*) ;; *) echo "said: $said"; exit 1 ;; esac
