// Applications that use the packed package under other tools: each passes its own tests. Needs `npm run build`.

import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import { installPacked, removeApplication } from '../package/unpack.ts'
import type { Stranger } from './stranger.ts'
import { clean, installStranger } from './stranger.ts'

const root = join(import.meta.dirname, '..', '..')

const strangers: Stranger[] = []
const applications: string[] = []
const install = (project: string): Stranger => {
  const stranger = installStranger(project)
  strangers.push(stranger)
  return stranger
}
afterEach(() => {
  for (const stranger of strangers.splice(0)) stranger.remove()
  for (const application of applications.splice(0)) removeApplication(application)
})

function runNode(args: readonly string[], cwd: string): { readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...clean(process.env), NO_COLOR: '1' },
  })
  if (status !== 0) throw new Error(stdout + stderr)
  return { stdout, stderr }
}

const chromium = { CHROMIUM_PATH: findChromium()?.path ?? '' }

describe('the example for Playwright', () => {
  test('passes, and its types resolve in both ways', () => {
    const { run } = install('playwright')
    expect(run('typescript/bin/tsc', ['-p', 'tsconfig.json'])).toBe('')
    expect(run('typescript/bin/tsc', ['-p', 'tsconfig.nodenext.json'])).toBe('')
    expect(run('@playwright/test/cli.js', ['test', '--reporter=line'], { ...chromium, PORT: '5351' })).toMatch(/6 passed/)
  })
})

describe('msw in Node', () => {
  test('in Vitest', () => {
    const application = installPacked()
    applications.push(application)
    cpSync(join(import.meta.dirname, 'projects', 'vitest'), application, { recursive: true })
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    expect(runNode([vitest, 'run'], application).stdout).toMatch(/Tests +4 passed \(4\)/)
  })

  test('in Jest', () => {
    // Jest finds no tests below a folder named node_modules.
    const { folder } = install('jest')
    const jest = join(import.meta.dirname, 'node_modules', 'jest', 'bin', 'jest.js')
    const { stderr } = runNode(['--experimental-vm-modules', jest, '--rootDir', folder], folder)
    expect(stderr).toContain('Tests:       4 passed, 4 total')
  })
})

describe('Jest without msw', () => {
  test.each([
    ['as CommonJS', 'jest-commonjs', []],
    ['as modules, which have their own realm', 'jest-modules', ['--experimental-vm-modules']],
  ])('%s', (_, project, flags) => {
    const { folder } = install(project)
    const jest = join(import.meta.dirname, 'node_modules', 'jest', 'bin', 'jest.js')
    const { stderr } = runNode([...flags, jest, '--rootDir', folder], folder)
    expect(stderr).toContain('Tests:       5 passed, 5 total')
  })
})
