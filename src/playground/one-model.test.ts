// Counts what the playground and the developer tools have one of: the trace, the timers, the way from a panel to the store.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /^(?:playground|devtools)\b/.test(file) && /(?<!\.test)\.ts$/.test(file),
)

/** The files in which a pattern occurs, one for each place. */
const places = (pattern: RegExp, files = sources): string[] =>
  files.flatMap((file) => Array.from(readFileSync(join(folder, file), 'utf8').matchAll(pattern), () => file)).toSorted()

const panels = sources.filter((file) => /^playground\/(?:panels|frame|kit)\//.test(file))

test('a query is traced in one place', () => {
  expect(places(/\.trace\(/g)).toEqual(['playground/model/trace/trace-of.ts'])
})

test('no style is one that WebKit does not read, or does not notice when it begins to fit', () => {
  expect(places(/text-?decoration['"]?: ['"]?\w+ \w/gi)).toEqual([])
  // Of a skeleton, which stays as it is.
  expect(places(/:has\(/g)).toEqual(['playground/frame/frame-style.ts'])
})

test('there are four waits: the pause of all elements, two of pages that load, and one that connects again', () => {
  expect(places(/\bsetTimeout\(/g)).toEqual([
    'devtools/remote/remote-changes.ts',
    'playground/define-elements.ts',
    'playground/kit/pause.ts',
    'playground/page/page-requests.ts',
  ])
})

test('two things happen at intervals: the shown clock moves, and steps are played', () => {
  expect(places(/\bsetInterval\(/g)).toEqual(['devtools/clock/clock-panel.ts', 'playground/model/steps/playback.ts'])
})

test('panels ask the model, not the store by HTTP', () => {
  expect(panels.length).toBeGreaterThan(100)
  expect(places(/\bfetch\(|\.direct\(|unlogged-read/g, panels)).toEqual([])
})
