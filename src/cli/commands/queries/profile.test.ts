// The command profile: calls, growth and lines of a query, as a table, as JSON and as lcov.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryProfile } from '../../../engine/queries/profile.ts'
import { runCommand } from '../../commands.fixture.ts'

let folder: string
const at = (name: string): string => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-profile-'))
  writeFileSync(
    at('totals.js'),
    `fromStream('a').when({
  $init: () => ({ n: 0 }),
  Added: (state, event) => {
    if (event.data.n > 100) state.big = true
    for (let i = 0; i < event.data.n * 1000; i++) state.n += 0
    state.n += event.data.n
  },
  Removed: (state) => { state.n = 0 },
})`,
  )
  writeFileSync(at('events.ndjson'), [1, 50, 2].map((n) => JSON.stringify({ stream: 'a', type: 'Added', data: { n } })).join('\n'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const profile = (...given: string[]) => runCommand('profile', at('totals.js'), '--events', at('events.ndjson'), ...given)

test('counts calls, time, growth and lines', async () => {
  const found = JSON.parse((await profile('--json')).output.join('\n')) as QueryProfile
  expect(found.handled).toBe(3)
  expect(found.handlers).toEqual([
    { handler: 'Added', line: 3, calls: 3, milliseconds: expect.any(Number), slowest: expect.any(Number), growth: '{"n":53}'.length },
    { handler: 'Removed', line: 8, calls: 0, milliseconds: 0, slowest: 0, growth: 0 },
  ])
  // Fifty thousand rounds against a few thousand.
  expect(found.slowest[0]).toMatchObject({ stream: 'a', number: 1, type: 'Added', milliseconds: found.handlers[0]!.slowest })
  expect(found.lines.filter(({ times }) => times === 0)).toEqual([{ line: 8, times: 0 }])
  expect(found.lines).toContainEqual({ line: 6, times: 3 })
  expect(found.longestState).toEqual({ partition: '', length: 8 })
})

test('prints the lines that no event has run, and writes lcov', async () => {
  const { output } = await profile('--lcov', at('deep/lcov.info'))
  expect(output[0]).toMatch(/^3 events handled in .* ms; the longest state has 8 characters$/)
  expect(output.slice(-2)).toEqual([expect.stringMatching(/^4 of 5 lines ran; never:$/), '  8: Removed: (state) => { state.n = 0 },'])
  expect(readFileSync(at('deep/lcov.info'), 'utf8')).toMatch(/^TN:\nSF:.*totals\.js\nFN:3,Added\n/)
})

test.each(['totals.js', 'events.ndjson'])('does not write lcov over %s', async (name) => {
  const before = readFileSync(at(name), 'utf8')
  expect((await profile('--lcov', at(`./${name}`))).failure).toBe(`--lcov would write over "${at(name)}".`)
  expect(readFileSync(at(name), 'utf8')).toBe(before)
})

test('asks for a query', async () => {
  expect((await runCommand('profile', at('none.js'), '--events', at('events.ndjson'))).failure).toBe(`There is no file "${at('none.js')}".`)
})
