#!/bin/sh
# Make .venv with Python 3.11 or newer, or with the one that the argument names. Where uv is installed, it fetches a
# Python if there is none: the newest that CI tries, for a newer one may lack libraries.
named=$1

is_new_enough() {
  "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null
}

make_by_uv() {
  uv venv --quiet --seed --python "${named:->=3.11,<3.15}" .venv || return
  is_new_enough .venv/bin/python && return
  echo "minitok needs Python 3.11 or newer; $named is $(.venv/bin/python --version)." >&2
  return 1
}

make_by_venv() {
  if [ -n "$named" ]; then
    set -- "$named"
  else
    set -- python3 python3.14 python3.13 python3.12 python3.11
  fi
  for python in "$@"; do
    if is_new_enough "$python"; then
      "$python" -m venv --upgrade-deps .venv
      return
    fi
  done
  echo "No Python of version 3.11 or newer: tried $*." >&2
  echo "Install one, or uv, which fetches it; or say where yours is: make lab PYTHON=/path/to/python3" >&2
  return 1
}

rm -rf .venv
if command -v uv > /dev/null; then
  make_by_uv
else
  make_by_venv
fi || { rm -rf .venv; exit 1; }
echo "Made .venv with $(.venv/bin/python --version)"
