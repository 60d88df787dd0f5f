// The packed package as tools see it that look at nothing else: publint, and whether its types are those of its files. Needs `npm run build`.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from '../package/unpack.ts'
import { installClients } from './clients.ts'

let folder: string
let tarball: string
beforeAll(() => {
  installClients()
  folder = mkdtempSync(join(tmpdir(), 'rillbox-packed-'))
  tarball = join(folder, pack('--pack-destination', folder)[0]!.filename)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (script: string, ...args: string[]) => {
  const path = join(import.meta.dirname, 'node_modules', script)
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, tarball, ...args], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('publint finds nothing', () => {
  const { status, output } = run('publint/src/cli.js', '--strict')
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' })
})

// What has no CommonJS of its own is loaded by Node's `require` all the same. Jest's scripts have no types; nobody imports them.
test('the types are right, from modules, CommonJS and bundlers', () => {
  const rules = ['--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm']
  const { status, output } = run('@arethetypeswrong/cli/dist/index.js', ...rules, '--exclude-entrypoints', 'jest/jest-preset', 'jest/setup')
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' })
})
