// Every command that prints results prints them for programs too.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand, startCommand, startServe } from '../commands.fixture.ts'
import type { RunningServe } from '../commands.fixture.ts'
import type { CommandName } from '../declarations/commands.ts'
import { commandNames, declarationOf } from '../declarations/commands.ts'

let folder: string
let served: RunningServe
const at = (name: string): string => join(folder, name)
const db = (): string => at('store')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-json-'))
  writeFileSync(at('totals.js'), "fromStream('a').when({ $init: () => ({ n: 0 }), T: (s, e) => { s.n += e.data.n; emit('b', 'B', {}) } })")
  writeFileSync(at('events.ndjson'), '{"stream":"a","type":"T","data":{"n":1}}\n')
  writeFileSync(at('page.md'), '# Nothing\n')
  mkdirSync(at('projections'))
  writeFileSync(at('projections/p.js'), "fromStream('a').when({ T: () => ({}) })")
  served = await startServe('--insecure', '--control')
  const response = await fetch(`${served.url}/projections/continuous?name=own`, { method: 'POST', body: 'fromAll().when({})' })
  if (response.status !== 201) throw new Error(`The projection was answered ${response.status}.`)
  await runCommand('import', at('events.ndjson'), '--db', db())
})
afterAll(async () => {
  served.process.kill('SIGTERM')
  await served.ended
  rmSync(folder, { recursive: true })
})

const events = (): string[] => ['--events', at('events.ndjson')]

/** Why a command has no such option. */
const without: Partial<Record<CommandName, string>> = {
  serve: 'runs until it is ended; --log json prints an object on each line',
  mcp: 'its output is the protocol, which is JSON',
}

/** A call of each other command, and the names that its result has. */
const calls: Readonly<
  Record<Exclude<CommandName, 'serve' | 'mcp' | 'record'>, () => readonly [given: readonly string[], names: readonly string[]]>
> = {
  run: () => [
    [at('totals.js'), ...events()],
    ['emitted', 'states'],
  ],
  check: () => [[at('totals.js')], []],
  compare: () => [
    [at('totals.js'), at('totals.js'), ...events()],
    ['agrees', 'events', 'partitions', 'emitted', 'faults'],
  ],
  profile: () => [
    [at('totals.js'), ...events()],
    ['handled', 'milliseconds', 'handlers', 'slowest', 'longestState', 'lines'],
  ],
  'dry-run': () => [['reset', 'own', '--from', served.url], ['streams']],
  types: () => [events(), ['events', 'declarations']],
  'test-docs': () => [[at('page.md')], []],
  import: () => [
    [at('events.ndjson'), '--db', at('imported')],
    ['kind', 'events', 'known'],
  ],
  export: () => [
    [at('export.ndjson'), '--db', db()],
    ['events', 'file'],
  ],
  pull: () => [
    [served.url, '--db', at('pulled')],
    ['server', 'events', 'known', 'projections'],
  ],
  push: () => [
    [served.url, '--db', db()],
    ['server', 'events', 'known', 'projections'],
  ],
  diff: () => [['--from', served.url, '--to', served.url], ['agrees']],
  init: () => [[at('public')], ['done']],
}

test('every command has the option, or a reason', () => {
  const having = commandNames.filter((name) => Object.values(declarationOf(name).options).some((option) => option.name === 'json'))
  expect(commandNames.filter((name) => !having.includes(name))).toEqual(Object.keys(without))
  expect([...Object.keys(calls), 'record'].toSorted()).toEqual(having.toSorted())
})

test.each(Object.keys(calls) as (keyof typeof calls)[])('%s prints JSON and nothing else', async (name) => {
  const [given, names] = calls[name]()
  const { output, failure } = await runCommand(name, ...given, '--json')
  expect(failure).toBeUndefined()
  const result = JSON.parse(output.join('\n')) as object
  expect(Array.isArray(result)).toBe(names.length === 0)
  expect(Object.keys(result)).toEqual(expect.arrayContaining([...names]))
})

test('record prints an object on each line', async () => {
  const recording = startCommand('record', served.url, '--port', '0', '--out', at('recording.json'), '--json')
  expect(JSON.parse(await recording.started)).toMatchObject({ url: expect.stringMatching(/^http/), server: served.url })
  recording.process.kill('SIGTERM')
  expect(JSON.parse((await recording.ended).output.trim().split('\n').at(-1)!)).toEqual({ requests: 0, file: at('recording.json') })
})

test('push prints the plan of projections', async () => {
  const url = served.url.replace('http://', 'http://admin:changeit@')
  const { output } = await runCommand('push', url, '--projections', at('projections'), '--check', '--json')
  expect(JSON.parse(output.join('\n'))).toContainEqual(expect.objectContaining({ name: 'p', action: 'create' }))
})
