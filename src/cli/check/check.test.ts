// The command check, over files and folders, in its three formats.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import { readArguments } from '../arguments.ts'
import { runCommand } from '../commands.fixture.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rillbox-check-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
      readonly results: readonly { readonly ruleId: string }[]
    },
  ]
}

describe('rillbox check', () => {
  test('prints place, sentence, the line with a caret, and the fix', async () => {
    const path = file('totals.js', 'fromAll().when({\n  $ny: (state, event) => event.data,\n})\n')
    expect((await runCommand('check', path)).output).toEqual([
      `${path}:2:3 warning No handler is named $ny. Did you mean $any? It is taken as an event type. unknown-handler`,
      '      $ny: (state, event) => event.data,',
      '      ^^^',
      '      fix: $ny → $any',
      '1 query: 0 errors, 1 warning, 0 hints',
    ])
  })

  test('an empty file is an error', async () => {
    const path = file('empty.js', '\n')
    expect((await runCommand('check', path)).output).toEqual([
      `${path}:1:1 error The query is empty: it chooses no events, and the server faults its projection. empty-query`,
      '    ',
      '    ^',
      '1 query: 1 error, 0 warnings, 0 hints',
    ])
  })

  test('takes the scripts of a folder, at any depth, and no others', async () => {
    const [one, two] = [file('a/one.js', 'fromAll('), file('two.js', 'fromAll().when({ $any: (s, e) => e.data })')]
    file('readme.md', 'fromAll(')
    file('node_modules/x/index.js', 'fromAll(')
    const { output } = await runCommand('check', folder, '--json')
    expect(JSON.parse(output.join('\n'))).toMatchObject([{ file: one, code: 'syntax', severity: 'error', line: 1, column: 9 }])
    expect((await runCommand('check', two)).output).toEqual(['1 query: 0 errors, 0 warnings, 0 hints'])
  })

  test('prints one array, with the places of the fix', async () => {
    const path = file('q.js', "\nfromStrem('a').when({ $any: (s, e) => e.data })")
    const { output } = await runCommand('check', path, '--json')
    expect(JSON.parse(output.join('\n'))).toEqual([
      {
        file: path,
        line: 2,
        column: 1,
        endLine: 2,
        endColumn: 10,
        code: 'unknown-function',
        severity: 'error',
        message: 'There is no function fromStrem. Did you mean fromStream?',
        page: expect.stringMatching(/docs\/server\/diagnostics\.md#unknown-function$/),
        fix: { line: 2, column: 1, endLine: 2, endColumn: 10, text: 'fromStream' },
      },
    ])
  })

  test('prints SARIF with a rule for every result', async () => {
    const path = file('q.js', 'fromAll().when({ $ny: (s, e) => e.data })')
    const report = JSON.parse((await runCommand('check', path, '--sarif')).output.join('\n')) as Sarif
    const [{ tool, results }] = report.runs
    expect(tool.driver.rules.map(({ id }) => id)).toContain(results[0]!.ruleId)
    expect(results[0]).toMatchObject({ level: 'warning', locations: [{ physicalLocation: { region: { startLine: 1, startColumn: 18 } } }] })
  })

  test('judges names by events, members by the release, emissions by the flag', async () => {
    const events = file('events.ndjson', JSON.stringify({ stream: 'order-1', type: 'OrderPlaced', data: { total: 1 } }))
    const path = file('q.js', "fromAll().when({ OrderPlacd: (s, e) => { emit('a', 'B', { at: e.created }) } })")
    const codes = async (...options: string[]): Promise<string[]> =>
      (JSON.parse((await runCommand('check', path, '--json', ...options)).output.join('\n')) as { code: string }[]).map(({ code }) => code)
    expect(await codes('--events', events)).toContain('unknown-type')
    expect(await codes()).toEqual([])
    expect(await codes('--release', '23.10')).toEqual(['created-since-26'])
    expect(await codes('--emit', 'false')).toEqual(['emit-disabled'])
  })

  test('says what a release changes, and shows where the queries part over events', async () => {
    const events = file('events.ndjson', JSON.stringify({ stream: 'order-1', type: 'OrderPlaced', data: { total: 1 } }))
    const path = file('q.js', "fromAll().when({ OrderPlaced: (s, e) => 'text ' + typeof e.created })")
    const upgrade = ['--from-release', '23.10', '--to-release', '26.2', '--json']
    const found = async (...options: string[]) =>
      JSON.parse((await runCommand('check', path, ...upgrade, ...options)).output.join('\n')) as {
        code: string
        message: string
        line: number
      }[]
    expect((await found()).map(({ code }) => code)).toEqual(['text-as-json', 'created-member'])
    const [differs, ...others] = await found('--events', events)
    expect(others).toHaveLength(2)
    expect(differs).toMatchObject({ code: 'differs', line: 1 })
    expect(differs!.message).toContain('They part at 0@order-1 (OrderPlaced), in the state: - text undefined + "text string"')
  })

  test('says what the second engine does otherwise', async () => {
    const path = file('q.js', 'fromAll().when({ OrderPlaced: (s, e) => ({ at: e.created }) }).outputState()')
    const { output } = await runCommand('check', path, '--engine', '2', '--json')
    expect((JSON.parse(output.join('\n')) as { code: string }[]).map(({ code }) => code)).toEqual(['v2-member', 'v2-no-results'])
  })

  test('shows what runs by both engines hide: faults, and streams that others write', async () => {
    const events = file(
      'events.ndjson',
      [
        { stream: 'order-1', type: 'OrderPlaced', data: { total: 1 } },
        { stream: 'audit', type: 'Noted', data: {} },
      ]
        .map((event) => JSON.stringify(event))
        .join('\n'),
    )
    const found = async (name: string, query: string) => {
      const { output } = await runCommand('check', file(name, query), '--engine', '2', '--json', '--events', events)
      return (JSON.parse(output.join('\n')) as { code: string; line: number; message: string }[]).filter(({ code }) =>
        code.startsWith('v2-'),
      )
    }
    expect(await found('a.js', 'fromAll().when({\n OrderPlaced: (s, e) => e.data.no.where })')).toMatchObject([
      { code: 'v2-hidden-fault', line: 2, message: expect.stringContaining("Cannot read property 'where'") as string },
    ])
    const emitting = (stream: string) => `fromAll().when({ OrderPlaced: (s, e) => { emit('${stream}', 'Seen', {}) } })`
    expect(await found('b.js', emitting('audit'))).toMatchObject([{ code: 'v2-foreign-stream' }])
    expect(await found('c.js', emitting('seen'))).toEqual([])
  })

  test('takes the projections of a store on disk, by their names, and starts none of them', async () => {
    const db = join(folder, 'db')
    const store = createStore({ storage: sqliteStorage({ folder: db }), systemProjections: false })
    await store.append('order-1', [{ type: 'OrderPlaced', data: { total: 1 } }])
    await store.project('totals', 'fromAll().when({ OrderPlaced: (s, e) => ({ at: e.created }) })')
    await store.close()
    const { output } = await runCommand('check', '--db', db, '--from-release', '23.10', '--to-release', '26.1', '--json')
    expect(JSON.parse(output.join('\n'))).toMatchObject([
      { file: 'totals', code: 'differs' },
      { file: 'totals', code: 'created-member', line: 1 },
    ])
    expect((await runCommand('check', '--db', join(folder, 'none'))).failure).toMatch(/There is no store/)
    const bare = join(folder, 'bare')
    await createStore({ storage: sqliteStorage({ folder: bare }) }).close()
    expect((await runCommand('check', '--db', bare)).failure).toMatch(/no projection of users.*Give files, or a folder/)
  })

  test.each([
    [[], 'Which queries? Give files or folders, or a store with --db or --from.'],
    [['q.js', '--from-release', '23.10'], '--from-release and --to-release belong together.'],
    [['q.js', '--db', 'a', '--events', 'b'], 'Give one of --events, --db and --from.'],
    [['q.js', '--release', '25'], '--release takes one of 23.10, 26.1, 26.2, not "25".'],
    [['q.js', '--engine', '3'], '--engine takes 1 or 2, not "3".'],
    [['q.js', '--emit', 'yes'], '--emit takes true or false, not "yes".'],
    [['q.js', '--json', '--sarif'], 'Give one of --json and --sarif.'],
  ])('refuses %j', (given, message) => {
    expect(readArguments(['check', ...given])).toEqual({ kind: 'problem', message, of: 'check' })
  })

  test('names a file, a folder and a line of events that it cannot use', async () => {
    expect((await runCommand('check', join(folder, 'none.js'))).failure).toBe(`There is no file "${join(folder, 'none.js')}".`)
    expect((await runCommand('check', folder)).failure).toBe(`There is no query in "${folder}": queries are files named *.js.`)
    const [query, events] = [file('q.js', 'fromAll()'), file('events.ndjson', '{"stream":1}')]
    expect((await runCommand('check', query, '--events', events)).failure).toMatch(/events\.ndjson:1: /)
  })
})
