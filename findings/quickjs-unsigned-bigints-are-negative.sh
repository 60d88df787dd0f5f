#!/usr/bin/env bash
# BigInt.asUintN of QuickJS gives negative numbers, from 32 bits on in builds for WebAssembly.
#
# quickjs-emscripten 0.32.0, the variants of QuickJS and of quickjs-ng; Node 24.21.0 to compare. Guess: a number between 0 and 2^n, whatever the
# engine, since asUintN exists for nothing else. Seen: what is negative within n bits stays negative where n is at least 32 and fits the words
# of the number, so FNV-1a and other hashes of 32 and 64 bits, which wrap by asUintN, are wrong for some inputs. A mask, `value & (2n ** n - 1n)`,
# is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 quickjs-emscripten-core@0.32.0 \
  @jitl/quickjs-wasmfile-release-sync@0.32.0 @jitl/quickjs-ng-wasmfile-release-sync@0.32.0
cat >look.mjs <<'JS'
import quickJs from '@jitl/quickjs-wasmfile-release-sync'
import quickJsNg from '@jitl/quickjs-ng-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'

const script = `
const hash = [...'order-1'].reduce((h, c) => BigInt.asUintN(64, (h ^ BigInt(c.codePointAt())) * 1099511628211n), 14695981039346656037n)
const given = [8, 32, 64, 128].map((bits) => BigInt.asUintN(bits, -1n))
given.join(' ') + ', mask ' + (-1n & (2n ** 64n - 1n)) + ', hash ' + hash`

async function run(variant) {
  const context = (await newQuickJSWASMModuleFromVariant(variant)).newContext()
  return context.dump(context.unwrapResult(context.evalCode(script)))
}

console.log(`Node: ${(0, eval)(script)}`)
console.log(`QuickJS: ${await run(quickJs)}`)
console.log(`quickjs-ng: ${await run(quickJsNg)}`)
process.exit()
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'Node: 255 4294967295 18446744073709551615 340282366920938463463374607431768211455, mask 18446744073709551615, hash 16061103592383113325
QuickJS: 255 -1 -1 -1, mask 18446744073709551615, hash -2385640481326438291
quickjs-ng: 255 -1 -1 -1, mask 18446744073709551615, hash -2385640481326438291' ]
