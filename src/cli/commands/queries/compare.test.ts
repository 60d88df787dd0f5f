// The command compare, over a file of events and over a store on disk.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArguments } from '../../arguments.ts'
import { runCommand } from '../../commands.fixture.ts'

let folder: string
let one: string
let other: string
let events: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-compare-'))
  one = file('one.js', 'fromAll().when({ $init: () => ({ n: 0 }), Placed: (s) => { s.n += 1 } })')
  other = file('other.js', 'fromAll().when({ $init: () => ({ n: 0 }), Placed: (s) => { s.n += 2 } })')
  events = file('events.ndjson', JSON.stringify({ stream: 'order-1', type: 'Placed', data: {} }))
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('prints where two queries part, and their last states', async () => {
  const expected = ['They part at 0@order-1 (Placed), in the state:', '  - {"n":1}', '  + {"n":2}', 'State:', '  - {"n":1}', '  + {"n":2}']
  expect((await runCommand('compare', one, other, '--events', events)).output).toEqual(expected)
  await runCommand('import', events, '--db', join(folder, 'db'))
  expect((await runCommand('compare', one, other, '--db', join(folder, 'db'))).output).toEqual(expected)
})

test.each(['compare', 'profile'])('%s leaves a store on disk as it is, and its projections at rest', async (command) => {
  const projections = [{ name: 'copies', query: "fromAll().when({ Placed: () => { emit('copies', 'Copied', {}) } })", emit: true }]
  const placed = [{ stream: 'order-1', type: 'Placed', data: {} }]
  const db = join(folder, 'db')
  await runCommand('import', file('scenario.json', JSON.stringify({ version: 1, events: placed, projections })), '--db', db)
  const before = (await runCommand('export', '--db', db)).output
  const ran = await runCommand(command, one, ...(command === 'compare' ? [other] : []), '--db', db)
  expect(ran.failure).toBeUndefined()
  expect((await runCommand('export', '--db', db)).output).toEqual(before)
})

test('says that two agree, and prints one object as JSON', async () => {
  expect((await runCommand('compare', one, one, '--events', events)).output).toEqual(['Both agree over 1 event.'])
  const { output } = await runCommand('compare', one, other, '--events', events, '--json')
  expect(JSON.parse(output.join('\n'))).toMatchObject({ agrees: false, events: 1 })
})

test('runs both in the second engine, where a category needs no index and the time is unknown', async () => {
  const text = (type: string) => `fromCategory('order').when({ ${type}: (s, e) => ({ at: e.created }) })`
  const compared = ['compare', file('any.js', text('$any')), file('named.js', text('Placed')), '--events', events, '--engine', '2'] as const
  expect((await runCommand(...compared)).output).toEqual(['Both agree over 1 event.'])
  const { output } = await runCommand(...compared.with(2, file('none.js', text('Paid'))))
  expect(output.join()).toContain('0001-01-01T00:00:00.0000000')
})

test('names what it cannot use', async () => {
  expect((await runCommand('compare', one, join(folder, 'none.js'), '--events', events)).failure).toBe(
    `There is no file "${join(folder, 'none.js')}".`,
  )
  expect((await runCommand('compare', one, other, '--db', join(folder, 'none'))).failure).toBe(
    `There is no store in "${join(folder, 'none')}".`,
  )
  for (const [given, message] of [
    [['a.js'], 'Which queries? Give two files.'],
    [['a.js', 'b.js', '--db', 'x', '--events', 'y'], 'Give one of --events, --db and --from.'],
    [['a.js', 'b.js', '--from', 'localhost'], '"localhost" is not a URL like http://localhost:2113.'],
  ] as const) {
    expect(readArguments(['compare', ...given])).toEqual({ kind: 'problem', message, of: 'compare' })
  }
})
