# Prints the path of a Node that is new enough, or nothing. Read by our hooks when the one that `wingman install` recorded is
# gone: a client that was started from a desktop has a short PATH, and version managers come to it only in a terminal.
# The versions are known by the names of folders; only what has no version in its name is asked for it.

fits() { # 20.19 or newer
  version=${1#v}
  major=${version%%.*} rest=${version#*.}
  minor=${rest%%.*} patch=${rest#*.}
  case $major in '' | *[!0-9]* | 0?*) return 1 ;; esac
  case $minor in '' | *[!0-9]* | 0?*) minor=0 ;; esac
  case $patch in '' | *[!0-9]* | 0?*) patch=0 ;; esac
  [ "$major" -gt 20 ] || { [ "$major" -eq 20 ] && [ "$minor" -ge 19 ]; }
}

found() {
  printf '%s\n' "$1"
  exit 0
}

asked() { # each of these, by what it says of itself
  for node; do
    if [ -x "$node" ] && fits "$("$node" --version 2>/dev/null </dev/null)"; then found "$node"; fi
  done
}

newest() { # of these, by the folder that is named after the version
  best='' most=0
  for node; do
    folder=${node%/node.exe}
    folder=${folder%/bin/node}
    folder=${folder%/installation}
    if [ ! -x "$node" ] || ! fits "${folder##*/}"; then continue; fi
    weight=$((major * 1000000 + minor * 1000 + patch))
    if [ "$weight" -gt "$most" ]; then best=$node most=$weight; fi
  done
  if [ -n "$best" ]; then found "$best"; fi
}

home=${HOME-}
config=${XDG_CONFIG_HOME:-$home/.config}
data=${XDG_DATA_HOME:-$home/.local/share}

if [ -f "$config/wingman/init.sh" ]; then
  path=$(exec 3>&1 >/dev/null 2>&1 </dev/null; trap 'printf %s "$PATH" >&3' EXIT; . "$config/wingman/init.sh")
  asked "$(PATH=$path; command -v node)"
fi
asked "$(command -v node)"

# nvm: the default, which may name another alias, a whole version or the beginning of one
for nvm in "${NVM_DIR:-$home/.nvm}" "$config/nvm"; do
  name=default
  for _ in 1 2 3 4 5; do
    if [ -f "$nvm/alias/$name" ]; then read -r name <"$nvm/alias/$name"; fi
  done
  all=$nvm/versions/node
  newest "$all/v${name#v}/bin/node" "$all/v${name#v}".*/bin/node
  newest "$all"/v*/bin/node
done
for fnm in "${FNM_DIR:-$data/fnm}" "$home/.fnm" "$home/Library/Application Support/fnm" "${APPDATA:-$home}/fnm"; do
  asked "$fnm/aliases/default/bin/node" "$fnm/aliases/default/node.exe"
  newest "$fnm"/node-versions/v*/installation/bin/node "$fnm"/node-versions/v*/installation/node.exe
done
newest "${VOLTA_HOME:-$home/.volta}"/tools/image/node/*/bin/node "${LOCALAPPDATA:-$home}"/Volta/tools/image/node/*/node.exe
newest "${ASDF_DATA_DIR:-$home/.asdf}"/installs/nodejs/*/bin/node
newest "${MISE_DATA_DIR:-$data/mise}"/installs/node/*/bin/node
newest "${NODENV_ROOT:-$home/.nodenv}"/versions/*/bin/node
asked "${N_PREFIX:-/usr/local}/bin/node" "$home/n/bin/node"
newest "${N_PREFIX:-/usr/local}"/n/versions/node/*/bin/node "$home"/n/n/versions/node/*/bin/node
for brew in "${HOMEBREW_PREFIX:-/opt/homebrew}" /usr/local /home/linuxbrew/.linuxbrew; do
  asked "$brew/bin/node" "$brew"/opt/node@*/bin/node
done
asked /usr/bin/node /snap/bin/node
# Git for Windows
asked "${NVM_SYMLINK:-$home}/node.exe" "${PROGRAMFILES:-/c/Program Files}/nodejs/node.exe"
newest "${NVM_HOME:-${APPDATA:-$home}/nvm}"/v*/node.exe
