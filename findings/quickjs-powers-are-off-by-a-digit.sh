#!/usr/bin/env bash
# 10 ** -5 is 0.000009999999999999999 in builds of QuickJS for WebAssembly, and so are other powers off by their last digit.
#
# quickjs-emscripten 0.32.0, the variants of QuickJS and of quickjs-ng; Node 24.21.0 to compare. Guess: numbers are IEEE 754 in every engine, so that
# arithmetic gives the same everywhere, and a power of ten is the number that its literal is. Seen: seven of the powers from 10 ** -30 to 10 ** -1 are
# wrong, by `**` as by `Math.pow`, and powers of other bases, too. Sums that are scaled by such a factor differ from those of the server or page that
# computes the same, and are shown with a tail of nines. `1 / 10 ** 5`, and `1e-5`, are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 quickjs-emscripten@0.32.0 @jitl/quickjs-ng-wasmfile-release-sync@0.32.0
cat >look.mjs <<'JS'
import ng from '@jitl/quickjs-ng-wasmfile-release-sync'
import { newQuickJSWASMModule, RELEASE_SYNC } from 'quickjs-emscripten'

const code = `(() => {
  const wrong = []
  for (let power = -30; power <= 22; power += 1) if (10 ** power !== Number('1e' + power)) wrong.push(power)
  return [10 ** -5, Math.pow(10, -5), 12345 * 10 ** -5, 1 / 10 ** 5, 99.99 ** 3].join(' ') + ', wrong powers of ten: ' + (wrong.join(' ') || 'none')
})()`
console.log(`V8: ${(0, eval)(code)}`)
for (const [name, variant] of Object.entries({ QuickJS: RELEASE_SYNC, 'quickjs-ng': ng })) {
  const context = (await newQuickJSWASMModule(variant)).newContext()
  console.log(`${name}: ${context.dump(context.unwrapResult(context.evalCode(code)))}`)
}
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'V8: 0.00001 0.00001 0.12345 0.00001 999700.0299989999, wrong powers of ten: none
QuickJS: 0.000009999999999999999 0.000009999999999999999 0.12344999999999999 0.00001 999700.0299989998, wrong powers of ten: -29 -24 -21 -20 -17 -11 -5
quickjs-ng: 0.000009999999999999999 0.000009999999999999999 0.12344999999999999 0.00001 999700.0299989998, wrong powers of ten: -29 -24 -21 -20 -17 -11 -5' ]
