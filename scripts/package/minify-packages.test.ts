import { expect, test } from 'vitest'
import { packageName } from './minify-packages.ts'

test.each([
  ['/a/node_modules/yaml/dist/index.js', 'yaml'],
  ['/a/node_modules/@lezer/common/dist/index.js', 'lezer-common'],
  ['C:\\a\\node_modules\\@lezer\\lr\\index.js', 'lezer-lr'],
  ['/a/node_modules/markdown-it/node_modules/entities/lib/index.js', 'entities'],
  ['/a/src/engine/store.ts', undefined],
  ['\0rolldown/runtime.js', undefined],
])('%s is of the package %s', (id, name) => {
  expect(packageName(id)).toBe(name)
})
