// Import, export and run, over files, as the command line calls them.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import { sqliteStorage } from '../../storage/sqlite/sqlite.ts'
import { runCommand } from '../commands.fixture.ts'

const folders: { remove(): void }[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})

const place = () => {
  const folder = temporaryFolder()
  folders.push(folder)
  const file = (name: string, content?: string): string => {
    const path = join(folder.path, name)
    if (content !== undefined) writeFileSync(path, content)
    return path
  }
  return { db: join(folder.path, 'db'), other: join(folder.path, 'other'), file }
}

const lines = (...values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')

const orders = lines(
  { stream: 'order-1', type: 'placed', data: { total: 5 }, id: '00000000-0000-4000-8000-000000000001' },
  { stream: 'order-2', type: 'placed', data: { total: 7 }, id: '00000000-0000-4000-8000-000000000002' },
  { stream: 'order-1', type: 'paid', metadata: { by: 'ann' }, id: '00000000-0000-4000-8000-000000000003' },
)

/** The answer of the store in a folder. */
async function withStore<T>(folder: string, work: (store: ReturnType<typeof createStore>) => Promise<T>): Promise<T> {
  const store = createStore({ storage: sqliteStorage({ folder }) })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

describe('import', () => {
  it('adds events, and skips those already there', async () => {
    const { db, file } = place()
    expect(await runCommand('import', file('a', orders), '--db', db)).toEqual({
      output: ['Imported 3 events.'],
      messages: [],
      failure: undefined,
    })
    const more = orders + lines({ stream: 'order-2', type: 'paid' })
    expect((await runCommand('import', file('b', more), '--db', db)).output).toEqual(['Imported 1 event; 3 others were there already.'])
    const types = await withStore(db, async (store) => (await store.read('order-2')).map(({ type }) => type))
    expect(types).toEqual(['placed', 'paid'])
  })

  it('imports the feed of a server, one entry per line', async () => {
    const { db, other, file } = place()
    await runCommand('import', file('a', orders), '--db', db)
    const entries = await withStore(db, async (store) => {
      const url = 'http://store/streams/order-1/0/forward/20?embed=body'
      const response = await store.direct(new Request(url, { headers: { Accept: 'application/vnd.eventstore.atom+json' } }))
      return ((await response.json()) as { entries: object[] }).entries.toReversed()
    })
    await runCommand('import', file('feed', lines(...entries)), '--db', other)
    const read = (folder: string) => withStore(folder, (store) => store.read('order-1'))
    expect(await read(other)).toEqual(await read(db))
  })

  it('says which data feeds have left out', async () => {
    const { db, file } = place()
    const entry = { streamId: 's', eventType: 't', eventNumber: 0, data: null, isJson: false, updated: '2026-01-01T00:00:00Z' }
    const { messages } = await runCommand(
      'import',
      file('a', lines({ ...entry, eventId: '00000000-0000-4000-8000-000000000001' })),
      '--db',
      db,
    )
    expect(messages).toEqual([expect.stringContaining('1 event came without data')])
  })

  it.each([
    ['{"stream":"a"}\n', 2, 'type: is missing'],
    ['{"stream":\n', 2, 'not JSON'],
    [lines({ stream: 'a', type: 't', at: 'noon' }), 2, 'at: expected a time'],
    [lines({ stream: 'a', type: 't', id: '00000000-0000-4000-8000-00000000000A' }) + '\n[]', 4, 'a list of events'],
  ])('imports nothing where line %j is wrong', async (wrong, number, message) => {
    const { db, file } = place()
    const path = file('a', lines({ stream: 'first', type: 't' }) + wrong)
    expect((await runCommand('import', path, '--db', db)).failure).toMatch(new RegExp(`^${path}:${number}: .*${message}`))
    expect(await withStore(db, (store) => store.read('first'))).toEqual([])
  })

  it('wants the oldest event first', async () => {
    const { db, file } = place()
    const entry = (n: number) => ({
      streamId: 's',
      eventType: 't',
      eventNumber: n,
      data: '{}',
      isJson: true,
      updated: '2026-01-01T00:00:00Z',
      eventId: `00000000-0000-4000-8000-00000000000${n}`,
    })
    const path = file('a', lines(entry(2), entry(1), entry(0)))
    expect((await runCommand('import', path, '--db', db)).failure).toBe(
      `${path}:2: event 1 of "s" comes too late, 3 is next: the oldest event must come first.`,
    )
  })

  it('reports files that it cannot read', async () => {
    const { db, file } = place()
    expect((await runCommand('import', file('none'), '--db', db)).failure).toBe(`There is no file "${file('none')}".`)
    expect((await runCommand('import', file('empty', '\n \n'), '--db', db)).failure).toBe(`${file('empty')} is empty.`)
    const taken = sqliteStorage({ folder: db })
    expect((await runCommand('import', file('a', orders), '--db', db)).failure).toContain('is in use by another process')
    await taken.close()
  })
})

describe('a failed import', () => {
  const scenario = JSON.stringify({ version: 1, events: [{ stream: 'a', type: 't' }], users: [{ login: 'admin', password: 'other' }] })
  const broken = lines({ stream: 'first', type: 't' }, { stream: 'a' })

  it.each([
    ['a line that is wrong', broken, ':2: type: is missing'],
    ['a scenario that the store cannot take', scenario, 'users[0].login'],
  ])('leaves nothing of a new store: %s', async (_, content, message) => {
    const { file } = place()
    const path = file('source', content)
    const db = file('new/store')
    expect((await runCommand('import', path, '--db', db)).failure).toContain(message)
    expect(existsSync(file('new'))).toBe(false)
  })

  it('leaves an existing folder and the other files in it', async () => {
    const { db, file } = place()
    mkdirSync(db)
    writeFileSync(join(db, 'note'), 'mine')
    await runCommand('import', file('source', broken), '--db', db)
    expect(readdirSync(db)).toEqual(['note'])
  })

  it('leaves a store as it was', async () => {
    const { db, file } = place()
    await runCommand('import', file('orders', orders), '--db', db)
    const before = (await runCommand('export', '--db', db)).output
    for (const content of [broken, scenario, before.join('\n')]) {
      expect((await runCommand('import', file('source', content), '--db', db)).failure).toBeDefined()
    }
    expect(await withStore(db, (store) => store.read('first'))).toEqual([])
    expect((await runCommand('export', '--db', db)).output.filter((line) => line.includes('"first"') || line.includes('other'))).toEqual([])
    const types = await withStore(db, async (store) => (await store.read('order-1')).map(({ type }) => type))
    expect(types).toEqual(['placed', 'paid'])
  })
})

it('an export of a folder without a store fails, and makes none', async () => {
  const { db, file } = place()
  const failure = `There is no store in "${db}".`
  expect(await runCommand('export', '--db', db)).toEqual({ output: [], messages: [], failure })
  expect((await runCommand('export', '--db', db, file('out'))).failure).toBe(failure)
  expect([existsSync(db), existsSync(file('out'))]).toEqual([false, false])
})

describe('one document', () => {
  const history = [
    { stream: 'order-1', type: 'placed', data: { total: 5 } },
    { stream: 'order-2', type: 'placed', data: { total: 7 } },
  ]
  const totals = `fromCategory('order').when({ $init: () => ({ n: 0 }), placed: (s) => { s.n++; return s } })`

  it.each([undefined, 2])('is imported as the store that it is a snapshot of, printed with %s blanks', async (blanks) => {
    const { db, file } = place()
    const page = createStore()
    await page.append(
      'order-1',
      history.map(({ type, data }) => ({ type, data })),
    )
    await page.project('totals', totals)
    await page.settled()
    const snapshot = await page.snapshot()
    await page.close()
    const path = file('store.json', JSON.stringify(snapshot, undefined, blanks))
    expect(await runCommand('import', path, '--db', db)).toEqual({
      output: [`Imported the export of a store with ${snapshot.events.length} events.`],
      messages: [],
      failure: undefined,
    })
    // The export can be put back where the snapshot came from.
    const text = (await runCommand('export', '--db', db)).output.join('\n')
    const other = createStore()
    await other.restore(text)
    const restored = await other.snapshot()
    expect([restored.end, restored.events, restored.heads]).toEqual([snapshot.end, snapshot.events, snapshot.heads])
    await other.append('order-1', { type: 'placed' })
    await other.settled()
    const state = await other.direct(new Request('http://store/projection/totals/state'))
    expect(await state.json()).toEqual({ n: 3 })
    await other.close()
    expect((await runCommand('import', path, '--db', db)).failure).toContain('Give --replace to do so.')
    expect((await runCommand('import', path, '--db', db, '--replace')).failure).toBeUndefined()
    expect(
      (await runCommand('run', file('q.js', `fromAll().when({ $init: () => ({ n: 0 }), placed: (s) => { s.n++ } })`), '--events', path))
        .output,
    ).toEqual(['{"state":{"n":2}}'])
  })

  it('is imported as the scenario that it is', async () => {
    const { db, file } = place()
    const scenario = {
      version: 1,
      users: [{ login: 'ann', password: 'secret' }],
      events: history,
      projections: [{ name: 'totals', query: totals }],
    }
    for (const [index, text] of [JSON.stringify(scenario), JSON.stringify(scenario, undefined, 2)].entries()) {
      const folder = `${db}${index}`
      const path = file(`scenario${index}.json`, text)
      expect((await runCommand('import', path, '--db', folder)).output).toEqual(['Imported a scenario: 2 events, 1 projection.'])
      const found = await withStore(folder, async (store) => {
        await store.settled()
        const state = await (await store.direct(new Request('http://store/projection/totals/state'))).json()
        return [(await store.read('order-2')).length, state]
      })
      expect(found).toEqual([1, { n: 2 }])
      expect((await runCommand('import', path, '--db', folder, '--replace')).failure).toContain('--replace is for exports')
      expect((await runCommand('run', file('q.js', totals), '--events', path)).output).toEqual(['{"state":{"n":2}}'])
    }
  })

  it('is imported with the query beside it, which is not beside standard input', async () => {
    const { db, file } = place()
    file('totals.js', totals)
    const scenario = { version: 1, events: history, projections: [{ name: 'totals', query: './totals.js' }] }
    const path = file('scenario.json', JSON.stringify(scenario))
    expect((await runCommand('import', path, '--db', db)).failure).toBeUndefined()
    const state = await withStore(db, async (store) => {
      await store.settled()
      return await (await store.direct(new Request('http://store/projection/totals/state'))).json()
    })
    expect(state).toEqual({ n: 2 })
    const other = file('other.json', JSON.stringify({ ...scenario, projections: [{ name: 'a', query: './none.js' }] }))
    expect((await runCommand('import', other, '--db', `${db}2`)).failure).toBe(
      `${other}: projections[0].query: "./none.js" cannot be read: there is no "${join(dirname(other), 'none.js')}".`,
    )
    // Its events alone need no query.
    expect((await runCommand('run', file('q.js', totals), '--events', other)).output).toEqual(['{"state":{"n":2}}'])
  })

  it('says where it is wrong', async () => {
    const { db, file } = place()
    const failure = async (text: string) => (await runCommand('import', file('a.json', text), '--db', db)).failure
    expect(await failure('{"version":1,"events":[{"stream":"a"}]}')).toBe(`${file('a.json')}: events[0].type: is missing.`)
    expect(await failure('{"events":[]}')).toBe(`${file('a.json')}: version: is missing.`)
    expect(await failure('{"format":"rillbox-snapshot","version":1}')).toContain('events: is missing')
    expect(await failure('{\n"version": 1,\n"events": [,]\n}')).toMatch(/a\.json:1: .*not JSON/)
  })
})

describe('export and import', () => {
  it('give the same store, to the last byte', async () => {
    const { db, other, file } = place()
    await runCommand('import', file('a', orders), '--db', db)
    await withStore(db, async (store) => {
      await store.project(
        'totals',
        `fromCategory('order').foreachStream().when({ placed: (s, e) => { emit('all', 'seen', e.data); return e.data } })`,
      )
      await store.append('order-3', { type: 'placed', data: { total: 9 } })
      await store.settled()
      await store.direct(new Request('http://store/streams/order-2', { method: 'DELETE', headers: { 'ES-HardDelete': 'true' } }))
      await store.settled()
    })
    const first = await runCommand('export', '--db', db)
    expect(JSON.parse(first.output[0]!)).toMatchObject({ format: 'rillbox-snapshot', lines: first.output.length - 1 })
    expect((await runCommand('export', '--db', db, file('export'))).output).toEqual([expect.stringMatching(/^Exported \d+ events to /)])
    expect(readFileSync(file('export'), 'utf8')).toBe(first.output.map((line) => `${line}\n`).join(''))

    expect((await runCommand('import', file('export'), '--db', other)).output).toEqual([expect.stringContaining('Imported the export')])
    expect((await runCommand('export', '--db', other)).output).toEqual(first.output)
    const state = await withStore(other, async (store) => {
      await store.append('order-3', { type: 'placed', data: { total: 10 } })
      await store.settled()
      return [await store.state('totals', 'order-3'), (await store.read('all')).map(({ data }) => data)]
    })
    expect(state).toEqual([{ total: 10 }, [{ total: 5 }, { total: 7 }, { total: 9 }, { total: 10 }]])
  })

  it('replace a store only where that is wanted', async () => {
    const { db, other, file } = place()
    await runCommand('import', file('a', orders), '--db', db)
    await runCommand('import', file('b', lines({ stream: 'mine', type: 't' })), '--db', other)
    await runCommand('export', file('export'), '--db', db)
    expect((await runCommand('import', file('export'), '--db', other)).failure).toContain('Give --replace to do so')
    expect(await withStore(other, (store) => store.read('mine'))).toHaveLength(1)
    await runCommand('import', file('export'), '--db', other, '--replace')
    expect(await withStore(other, (store) => store.read('mine'))).toEqual([])
    expect((await runCommand('import', file('a'), '--db', other, '--replace')).failure).toContain('--replace is for exports')
  })

  it('leave everything as it was where an export is cut off or damaged', async () => {
    const { db, other, file } = place()
    await runCommand('import', file('a', orders), '--db', db)
    const { output } = await runCommand('export', '--db', db)
    const attempt = async (damaged: readonly string[]) =>
      (await runCommand('import', file('damaged', damaged.join('\n')), '--db', other)).failure
    expect(await attempt(output.slice(0, -1))).toContain('is an incomplete export')
    expect(await attempt(output.with(2, '{"event":'))).toContain(`damaged:3: no JSON object`)
    expect(await attempt(output.with(2, '{"event":{}}'))).toContain('is missing')
    expect(existsSync(other)).toBe(false)
  })
})

describe('run', () => {
  const query = `fromCategory('order').foreachStream().when({
    $init: () => ({ total: 0 }),
    placed: (state, event) => { state.total += event.data.total; emit('seen', 'total', { total: state.total }) },
  })`

  it('prints the events a query emits and its final states', async () => {
    const { file } = place()
    const { output, failure } = await runCommand('run', file('query.js', query), '--events', file('a', orders))
    expect(failure).toBeUndefined()
    expect(output.map((line) => JSON.parse(line) as unknown)).toEqual([
      { emitted: { stream: 'seen', type: 'total', data: { total: 5 } } },
      { emitted: { stream: 'seen', type: 'total', data: { total: 7 } } },
      { partition: 'order-1', state: { total: 5 } },
      { partition: 'order-2', state: { total: 7 } },
    ])
  })

  it('prints the state and the result of a query without partitions', async () => {
    const { file } = place()
    const all = 'fromAll().when({ $init: () => 0, $any: (n) => n + 1 }).transformBy((n) => ({ n }))'
    const { output } = await runCommand('run', file('query.js', all), '--events', file('a', orders))
    expect(output.map((line) => JSON.parse(line) as unknown)).toEqual([
      { state: expect.any(Number) as number, result: { n: expect.any(Number) as number } },
    ])
  })

  it('runs in the second engine, stops it for its emissions, and tells the exception that it hides', async () => {
    const { file } = place()
    const run = async (text: string, ...options: string[]) =>
      await runCommand('run', file('query.js', text), '--events', file('a', orders), '--engine', '2', ...options)
    const { output } = await run(query)
    expect(output.map((line) => JSON.parse(line) as unknown)).toEqual([
      { emitted: { stream: 'seen', type: 'total', data: { total: 5 } } },
      { emitted: { stream: 'seen', type: 'total', data: { total: 7 } } },
      { partition: 'order-1', state: { total: 5 } },
      { partition: 'order-2', state: { total: 7 } },
    ])
    const year = await run('fromAll().when({ placed: (s, e) => ({ at: e.created }) })', '--release', '26.2')
    expect(year.output).toEqual(['{"state":{"at":"0001-01-01T00:00:00.0000000"}}'])
    const hidden = await run('fromAll().when({ placed: () => { throw new Error("too much") } })')
    expect(hidden.failure).toContain('too much')
  })

  it('runs over the export of a store', async () => {
    const { db, file } = place()
    await runCommand('import', file('a', orders), '--db', db)
    await runCommand('export', file('export'), '--db', db)
    const { output } = await runCommand('run', file('query.js', query), '--events', file('export'))
    expect(output.at(-1)).toBe('{"partition":"order-2","state":{"total":7}}')
  })

  it('tells where a query is wrong, in one line', async () => {
    const { file } = place()
    const failure = async (text: string) => (await runCommand('run', file('query.js', text), '--events', file('a', orders))).failure
    expect(await failure('fromAll(\n')).toMatch(/query\.js(:\d+)*: .+/)
    const thrown = await failure('fromAll().when({ placed: () => { throw new Error("too much") } })')
    expect(thrown).toContain('too much')
    expect(thrown).not.toContain('\n')
    expect((await runCommand('run', file('missing.js'))).failure).toBe(`There is no file "${file('missing.js')}".`)
    expect((await runCommand('run', file('query.js', query), '--events', file('b', '{}'))).failure).toContain(':1: stream: is missing')
  })
})
