import { expect, test } from 'vitest'
import { withPlainWorkerUrl } from './plain-worker-url.ts'

const plain = /^start\(new Worker\(new URL\("\.\.\/worker\.js", import\.meta\.url\), \{ type: "module" \}\)\)$/

test.each([
  [
    'as it is read',
    'start(new Worker(new URL(\n\t/* @vite-ignore */\n\tnew URL("../worker.js", import.meta.url).href,\n\t"" + import.meta.url\n), { type: "module" }))',
  ],
  ['minified', 'start(new Worker(new URL(""+new URL("../worker.js",import.meta.url).href,""+import.meta.url), { type: "module" }))'],
  [
    'minified with templates',
    'start(new Worker(new URL(new URL(`../worker.js`,import.meta.url).href,``+import.meta.url), { type: "module" }))',
  ],
  ['as it is looked for', 'start(new Worker(new URL("../worker.js", import.meta.url), { type: "module" }))'],
])('an address %s becomes the one that builds find', (_, code) => {
  expect(withPlainWorkerUrl(code)).toMatch(plain)
})

test('other addresses stay', () => {
  const code = 'new Worker(address, { type: "module" }); new URL(new URL("a", import.meta.url).href, import.meta.url)'
  expect(withPlainWorkerUrl(code)).toBe(code)
})
