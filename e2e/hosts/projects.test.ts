// Applications that use the packed package under other tools: each passes its own tests. Needs `npm run build`.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findChromium } from '../../scripts/chromium.ts'
import type { Stranger } from './stranger.ts'
import { installStranger } from './stranger.ts'

const strangers: Stranger[] = []
const install = (project: string): Stranger => {
  const stranger = installStranger(project)
  strangers.push(stranger)
  return stranger
}
afterEach(() => {
  for (const stranger of strangers.splice(0)) stranger.remove()
})

const chromium = { CHROMIUM_PATH: findChromium()?.path ?? '' }

describe('the example for Playwright', () => {
  test('passes, and its types resolve in both ways', () => {
    const { folder, run } = install('playwright')
    expect(run('typescript/bin/tsc', ['-p', 'tsconfig.json'])).toBe('')
    expect(run('typescript/bin/tsc', ['-p', 'tsconfig.nodenext.json'])).toBe('')
    expect(run('@playwright/test/cli.js', ['test', '--reporter=line'], { ...chromium, PORT: '5351' })).toMatch(/6 passed/)
    rmSync(join(folder, 'test-results'), { recursive: true, force: true })
  })
})
