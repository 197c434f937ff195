#!/bin/sh
# What a node needs of the image it is built in, in the folder $1: Node, a shell to look around with, and their libraries. The
# programs of packages below $2 name libraries too.
set -eu
to=$1
mkdir -p "$to/etc" "$to/usr/bin" "$to/usr/lib" "$to/usr/lib64"
mkdir -m 1777 "$to/tmp"
for name in bin lib lib64; do ln -s "usr/$name" "$to/$name"; done

take() { cp -L --parents "$1" "$to"; }
for name in sh cat ls id env date df head tail grep sleep; do take "$(command -v "$name")"; done
take "$(command -v node)"
for file in /etc/passwd /etc/group /etc/nsswitch.conf /etc/os-release; do take "$file"; done
{
  find "$to" -type f -perm -u+x
  find "$2" -name '*.node' -o -name '*.so*'
} | xargs -n 1 ldd 2> /dev/null | grep -oE '[[:space:]]/(usr/)?lib[^ ]*' | sort -u | while read -r library; do take "$library"; done
