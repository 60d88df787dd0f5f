import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutNodeBranch } from './strip-node-branch.ts'

const folder = dirname(createRequire(import.meta.url).resolve('@jitl/quickjs-singlefile-mjs-release-sync'))
const file = readdirSync(folder).find((name) => /^emscripten-module-.*\.mjs$/.test(name))!
const code = readFileSync(join(folder, file), 'utf8')

test('the variant that is installed loses its branch for Node, and nothing else', () => {
  const stripped = withoutNodeBranch(code)
  expect(code.length - stripped.length).toBeGreaterThan(300)
  expect(code.length - stripped.length).toBeLessThan(700)
  expect(stripped).not.toMatch(/createRequire|process\.argv|process\.exitCode/)
  expect(stripped).toContain('WebAssembly.instantiate')
})

test.each([
  ['asks for a module of Node in another way', code.replace('await import("module")', 'await import("node:module")')],
  ['has no such branch', 'export default async function load() {}'],
])('a variant that %s has to be looked at', (_, changed) => {
  expect(() => withoutNodeBranch(changed)).toThrow('in another way than before')
})
