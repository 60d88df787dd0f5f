#!/usr/bin/env bash
# Importing msw 2 throws where the platform denies localStorage, as browsers do in a frame of another site whose data is blocked.
#
# msw 2.15.0 and 3.0.5, Node 24.21.0 with a localStorage that throws as theirs does. Guess: an import does nothing, and cookies are read with the
# first request. Seen: 2.15.0 looks for its cookies while it is loaded, so `import 'msw'` rejects with the platform's SecurityError, and a page
# that imports it statically stays blank, whether it would mock anything or not. 3.0.5 loads.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 older@npm:msw@2.15.0 newer@npm:msw@3.0.5
cat >look.mjs <<'JS'
const get = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
for (const name of ['older', 'newer'])
  console.log(await import(name).then(() => `${name} loads`, (error) => `${name} rejects: ${error.name}`))
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'older rejects: SecurityError
newer loads' ]
