// The core compiles without a page's types, and guest code without any platform's: planted uses are errors.

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

function errorsOf(target: string, code: string): readonly string[] {
  const folder = join(root, 'test-results', 'targets', target)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'planted.ts'), `${code}\nexport {}\n`)
  const platform = target === 'core' ? ['../../../tsconfig/platform.d.ts'] : []
  const config = { extends: `../../../tsconfig/${target}.json`, include: ['planted.ts', ...platform], exclude: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--noEmit', '--pretty', 'false'], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => /error TS\d+: (.*)$/.exec(line)?.[1] ?? [])
}

test.each([
  ['core', 'void new Response(null)', []],
  ['core', 'void document.title', ['document']],
  ['core', 'void new Worker("x")', ['Worker']],
  ['core', 'void process.env', ['process']],
  ['guest', 'void new Map()', []],
  ['guest', 'void new URL("x")', ['URL']],
  ['worker', 'void document.title', ['document']],
  ['page', 'void process.env', ['process']],
  ['node', 'void document.title', ['document']],
])('%s: %s', (target, code, names) => {
  const errors = errorsOf(target, code)
  expect(errors).toHaveLength(names.length)
  for (const [at, name] of names.entries()) expect(errors[at]).toContain(`'${name}'`)
})
