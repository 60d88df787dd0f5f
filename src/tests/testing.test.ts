import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createStore } from '../index.ts'
import { check, compare, given, readProjections } from '../testing.ts'

const cart = [
  { stream: 'cart-1', type: 'ItemAdded', data: { price: 5, by: 'ann' } },
  { stream: 'cart-2', type: 'ItemAdded', data: { price: 7, by: 'bob' } },
  { stream: 'cart-1', type: 'CheckedOut' },
  { stream: 'cart-1', type: 'ItemAdded', data: { price: 2, by: 'bob' } },
]

describe('states', () => {
  test('without partitions', async () => {
    const run = await given(cart).when<{ total: number }>(`fromCategory('cart').when({
      $init: () => ({ total: 0 }),
      ItemAdded: (state, event) => { state.total += event.data.price },
    })`)
    expect(run.fault).toBeUndefined()
    expect(run.state).toEqual({ total: 14 })
    expect(run.partitions).toEqual({})
    expect(run.skipped).toEqual([{ event: 2, reason: 'type-not-handled' }])
  })

  test('by stream, by a custom partition', async () => {
    const byStream = await given(cart).when(`fromCategory('cart').foreachStream().when({
      $init: () => ({ items: 0 }), ItemAdded: (state) => { state.items += 1 } })`)
    expect(byStream.partitions).toEqual({ 'cart-1': { items: 2 }, 'cart-2': { items: 1 } })
    const byPerson = await given(cart).when(`fromAll().partitionBy((event) => event.data && event.data.by).when({
      $init: () => ({ spent: 0 }), $any: (state, event) => { state.spent += event.data.price } })`)
    expect(byPerson.partitions).toEqual({ ann: { spent: 5 }, bob: { spent: 9 } })
    expect(byPerson.skipped).toEqual([{ event: 2, reason: 'no-partition' }])
    expect(byPerson.state).toBeUndefined()
  })

  test('a state that is a text stays one', async () => {
    const run = await given(cart).when("fromStream('cart-1').when({ ItemAdded: () => 'plain text' })")
    expect(run.state).toBe('plain text')
  })
})

test('results', async () => {
  const run = await given(cart).when(`fromAll().foreachStream().when({
    $init: () => ({ total: 0 }), ItemAdded: (state, event) => { state.total += event.data.price } })
    .transformBy((state) => ({ cents: state.total * 100 })).filterBy((result) => result.cents !== 0).outputState()`)
  expect(run.results).toEqual({ 'cart-1': { cents: 700 }, 'cart-2': { cents: 700 } })
  const filtered = await given(cart).when(`fromAll().foreachStream().when({
    $init: () => ({ n: 0 }), ItemAdded: (state) => { state.n += 1 } }).filterBy((state) => state.n > 1)`)
  expect(filtered.partitions).toEqual({ 'cart-1': { n: 2 }, 'cart-2': { n: 1 } })
  expect(filtered.results).toEqual({ 'cart-1': { n: 2 } })
})

test('emissions, links and logs', async () => {
  const run = await given(cart).when(`fromStream('cart-2').when({ ItemAdded: (state, event) => {
    emit('reports', 'Sold', { price: event.data.price }, { who: event.data.by })
    linkTo('index', event)
    log('sold ' + event.data.price)
  } })`)
  expect(run.emitted).toEqual([
    { stream: 'reports', type: 'Sold', data: { price: 7 }, metadata: { who: 'bob' }, event: 1 },
    { stream: 'index', type: '$>', data: '0@cart-2', metadata: {}, event: 1 },
  ])
  expect(run.logs).toEqual(['sold 7'])
  expect(run.skipped.map(({ reason }) => reason)).toEqual(['stream-not-read', 'stream-not-read', 'stream-not-read'])
})

test('several streams and types are read in the order given', async () => {
  const seen = (source: string) =>
    given(cart).when(
      `${source}.when({ $init: () => [], $any: (state, event) => { state.push(event.sequenceNumber + '@' + event.streamId) } })`,
    )
  expect((await seen("fromStreams('cart-2', 'cart-1')")).state).toEqual(['0@cart-1', '0@cart-2', '1@cart-1', '2@cart-1'])
  expect((await seen("fromStream('$et-ItemAdded')")).state).toEqual(['0@cart-1', '0@cart-2', '2@cart-1'])
})

test('the members of an event', async () => {
  const events = [
    { stream: 's', type: 'T', data: 'plain', isJson: false, metadata: { a: 1 }, id: '11111111-2222-3333-4444-555555555555' },
    { stream: 's', type: 'T', isJson: true },
  ]
  const run = await given(events).when(
    "fromStream('s').when({ T: (state, event) => [event.bodyRaw, event.isJson, event.metadata, event.eventId, event.data === undefined] })",
  )
  expect(run.state).toEqual(['plain', false, { a: 1 }, '11111111-2222-3333-4444-555555555555', true])
  expect(run.skipped).toEqual([{ event: 1, reason: 'data-not-json' }])
})

describe('faults', () => {
  test('of a handler: where, at which event, and the results before it', async () => {
    const run = await given(cart).when(`fromAll().when({
  $init: () => ({ n: 0 }),
  ItemAdded: (state, event) => {
    state.n += 1
    if (state.n === 2) state.missing.list.push(1)
  },
})`)
    expect(run.fault).toEqual({ kind: 'runtime', message: "Cannot read property 'list' of undefined", line: 5, column: 37, event: 1 })
    expect(run.state).toEqual({ n: 1 })
    expect(run.skipped).toEqual([
      { event: 2, reason: 'type-not-handled' },
      { event: 3, reason: 'after-fault' },
    ])
  })

  test('of the text', async () => {
    const run = await given(cart).when('fromAll()\n  .when({ $any: })')
    expect(run.fault).toEqual({ kind: 'syntax', message: "Unexpected token '}' (<anonymous>:2:17)", line: 2, column: 17 })
    expect(run.skipped).toEqual([])
  })

  test('of the definition', async () => {
    const run = await given(cart).when("fromStream('a').foreachStream()")
    expect(run.fault).toMatchObject({ kind: 'definition', message: "Property 'foreachStream' of object is not a function", line: 1 })
  })

  test('of a built-in function where the query has to give one', async () => {
    const run = await given(cart).when('fromAll().partitionBy(String).when({})')
    expect(run.fault).toMatchObject({ kind: 'definition', message: 'partitionBy' })
  })

  test('of an emission that is not allowed', async () => {
    const run = await given(cart).when("fromAll().when({ $any: () => emit('a', 'b', {}) })", { emit: false })
    expect(run.fault).toEqual({ kind: 'emit', message: "'emit' is not allowed by the projection/configuration/mode", event: 0 })
  })

  test('of a handler that takes too long', async () => {
    const run = await given(cart).when('fromAll().when({ $any: () => { for (;;) ; } })', { executionTimeout: 30 })
    expect(run.fault?.message).toMatch(/^Projection script took too long to execute/)
  })
})

test('a release or an engine that there is not is refused by name', async () => {
  const known = 'release: expected one of "23.10", "26.1", "26.2", found "24.10"'
  await expect(given(cart).when('fromAll()', { release: '24.10' as '23.10' })).rejects.toThrow(known)
  await expect(check('fromAll()', { release: '24.10' as '23.10' })).rejects.toThrow(known)
  await expect(given(cart).when('fromAll()', { engine: 3 as 2 })).rejects.toThrow('engine: expected one of 1, 2, found 3')
})

describe('the second engine', () => {
  const engine = 2
  test('reads the log in its order, and knows neither time nor category', async () => {
    const run = await given(cart).when(
      `fromStreams('cart-2', 'cart-1').when({
      $init: () => ({ seen: [] }), ItemAdded: (s, e) => { s.seen.push(e.streamId, e.created, e.category) } })`,
      { engine },
    )
    const year = '0001-01-01T00:00:00.0000000'
    expect(run.state).toEqual({ seen: ['cart-1', year, null, 'cart-2', year, null, 'cart-1', year, null] })
    expect(run.skipped).toEqual([{ event: 2, reason: 'type-not-handled' }])
  })

  test('has the root as a partition, skips what is no name, and keeps the shared state apart', async () => {
    const run = await given(['', 5, true, 'a'].map((key) => ({ stream: 's', type: 'T', data: { key } }))).when(
      'fromAll().partitionBy((e) => e.data.key).when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })',
      { engine },
    )
    expect([run.state, run.partitions, run.fault]).toEqual([{ n: 1 }, { 5: { n: 1 }, a: { n: 1 } }, undefined])
    expect(run.skipped).toEqual([{ event: 2, reason: 'no-partition' }])
    const shared = await given(cart).when(
      `options({ biState: true }); fromAll().foreachStream().when({
      $init: () => ({ n: 0 }), $initShared: () => ({ all: 0 }), ItemAdded: ([own, all]) => { own.n++; all.all++; return [own, all] } })`,
      { engine },
    )
    expect([shared.state, shared.partitions]).toEqual([{ all: 3 }, { 'cart-1': { n: 2 }, 'cart-2': { n: 1 } }])
  })

  test('keeps what is no pair, and fails at the event behind it', async () => {
    const pair = 'fromAll().foreachStream().when({ $initShared: () => ({}), ItemAdded: () => ({ price: 1 }), CheckedOut: (s) => s })'
    const run = await given(cart).when(pair, { engine: 2 })
    expect(run.partitions).toEqual({ 'cart-1': { price: 1 } })
    expect(run.fault).toMatchObject({ message: 'The value is not an array', event: 1 })
  })

  test('drops emissions that are not allowed, reads categories by name, and is ignored by a release without it', async () => {
    const query = "fromCategory(['cart', 'wish']).when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n++; emit('out', 'E', {}) } })"
    const run = await given(cart).when(query, { engine, emit: false })
    expect([run.state, run.emitted, run.fault]).toEqual([{ n: 3 }, [], undefined])
    const older = await given(cart).when('fromAll().when({ CheckedOut: (s, e) => ({ at: e.created }) })', { engine, release: '23.10' })
    expect(older.state).toEqual({})
  })
})

test('says quickly of many events that none has a handler', async () => {
  const many = Array.from({ length: 200_000 }, () => ({ stream: 'cart-1', type: 'ItemAdded' }))
  const started = performance.now()
  const { skipped } = await given(many).when('fromAll().when({ other: (state) => state })')
  expect(skipped).toHaveLength(many.length)
  // The square of their number took a minute.
  expect(performance.now() - started).toBeLessThan(15_000)
})

test('time and chance repeat', async () => {
  const query = 'fromAll().when({ $any: () => [Date.now() - 5e11 < 1000, Math.random()] })'
  const options = { now: 5e11, seed: 1 }
  const first = await given(cart).when(query, options)
  expect(first.state).toEqual([true, expect.any(Number)])
  expect((await given(cart).when(query, options)).state).toEqual(first.state)
})

describe('compare', () => {
  const events = [1, 2, 3].map((total) => ({ stream: `order-${total % 2}`, type: 'OrderPlaced', data: { total } }))
  const sum = (start: number, more = ''): string =>
    `fromCategory('order').foreachStream().when({ $init: () => ({ sum: ${start} }), OrderPlaced: (state, event) => { state.sum += event.data.total; ${more} } })`

  test('agrees with itself', async () => {
    expect(await compare(sum(0), sum(0), { events })).toMatchObject({ agrees: true, events: 3, first: undefined, partitions: [] })
    expect(await compare(sum(0), sum(1), { events: [] })).toMatchObject({ agrees: true, events: 0 })
  })

  test('tells the first event after which two queries part, and the partitions that differ', async () => {
    const { agrees, first, partitions } = await compare(sum(0), sum(0, 'if (event.data.total === 2) state.sum += 10'), { events })
    expect(agrees).toBe(false)
    expect(first).toMatchObject({
      stream: 'order-0',
      number: 0,
      type: 'OrderPlaced',
      what: 'state',
      texts: { one: '{"sum":2}', other: '{"sum":12}' },
    })
    expect(partitions).toEqual([{ partition: 'order-0', state: { one: '{"sum":2}', other: '{"sum":12}' }, result: undefined }])
  })

  test('tells of faults and of forbidden emissions, in the language of the release', async () => {
    const emitting = sum(0, "emit('sums', 'Summed', state)")
    const compared = await compare(sum(0), emitting, { events, emit: false })
    expect(compared.faults.other?.message).toContain('emit')
    expect((await compare(sum(0), emitting, { events })).emitted).toEqual({ one: 0, other: 3 })
    await expect(compare(sum(0), sum(0), { events, engine: 3 as 1 })).rejects.toMatchObject({ code: 'invalid-options' })
  })
})

test('runs projections of files, with what their comments say', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-testing-'))
  writeFileSync(join(folder, 'totals.js'), "// @emit no\nfromStream('a').when({ $any: (s, e) => { emit('b', 'B', {}) } })")
  try {
    const [totals] = readProjections(`${folder}/*.js`)
    expect(totals).toMatchObject({ name: 'totals', file: `${folder}/totals.js` })
    const run = given([{ stream: 'a', type: 'T', data: {} }])
    expect((await run.when(totals!)).fault).toMatchObject({ kind: 'emit' })
    expect((await run.when(totals!, { emit: true })).emitted).toMatchObject([{ stream: 'b' }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('notes the lines of files that runs reach, where it is asked to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-testing-'))
  const file = join(folder, 'totals.js')
  writeFileSync(
    file,
    `fromStream('a').when({
  $init: () => ({ n: 0 }),
  Added: (state, event) => {
    if (event.data.n > 100) {
      state.big = true
    }
    state.n += event.data.n
  },
  Removed: (state) => { state.n = 0 },
})`,
  )
  vi.stubEnv('RILLBOX_COVERAGE', join(folder, 'coverage', 'lcov.info'))
  try {
    const [totals] = readProjections(file)
    const add = (n: number) => ({ stream: 'a', type: 'Added', data: { n } })
    expect((await given([add(1), add(2)]).when(totals!)).state).toEqual({ n: 3 })
    expect((await given([add(200)]).when(totals!)).state).toEqual({ n: 200, big: true })
    // A text comes from no file.
    await given([add(1)]).when(totals!.query)
    const records = readFileSync(join(folder, 'coverage', 'lcov.info'), 'utf8')
      .split('end_of_record\n')
      .slice(0, -1)
    const hits = records.map((record) => [...record.matchAll(/^DA:(\d+),(\d+)$/gm)].map(([, line, times]) => `${line}:${times}`))
    expect(records.every((record) => record.includes(`\nSF:${file}\n`))).toBe(true)
    expect(hits).toEqual([
      ['2:1', '4:2', '5:0', '7:2', '9:0'],
      ['2:1', '4:1', '5:1', '7:1', '9:0'],
    ])
    expect(records[0]).toContain('FNDA:2,Added\nFNDA:0,Removed\n')
    vi.stubEnv('RILLBOX_COVERAGE', folder)
    await expect(given([add(1)]).when(totals!)).rejects.toMatchObject({
      code: 'invalid-options',
      message: expect.stringContaining(`RILLBOX_COVERAGE names "${folder}", which cannot be written`) as string,
    })
  } finally {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  }
})

describe('deletions', () => {
  const counted = `.foreachStream().when({ $init: () => ({ items: 0 }), ItemAdded: (s) => { s.items += 1 }, $deleted: (s) => { s.items = -1 } })`
  const softly = { stream: '$$cart-1', type: '$metadata', data: { $tb: Number.MAX_SAFE_INTEGER * 1024 } }

  test.each([
    ['fromAll()', 1],
    ["fromCategory('cart')", 1],
    ['fromAll()', 2],
  ] as const)('of a stream are heard of: %s, engine %i', async (source, engine) => {
    const run = await given([...cart, { ...softly, data: { $tb: 2 ** 63 - 1 } }]).when(source + counted, { engine })
    expect(run.partitions).toEqual({ 'cart-1': { items: -1 }, 'cart-2': { items: 1 } })
    const kept = await given([...cart, softly]).when(source + counted, { engine })
    expect(kept.partitions).toEqual({ 'cart-1': { items: 2 }, 'cart-2': { items: 1 } })
  })
})

test('texts with line separators are read as they come from an appended event', async () => {
  const run = await given([{ stream: 'note-1', type: 'Noted', data: { text: 'a\u2028b\u2029c' } }]).when(
    `fromStream('note-1').when({ Noted: (s, e) => ({ length: e.data.text.length }) })`,
  )
  expect(run.state).toEqual({ length: 5 })
})

describe('links', () => {
  const linked = [
    ...cart,
    { stream: 'open-1', type: '$>', data: '0@cart-1' },
    { stream: 'open-1', type: '$>', data: '2@cart-1' },
    { stream: 'open-1', type: '$>', data: '9@cart-1' },
    { stream: 'open-1', type: '$>', data: '0@nowhere' },
    { stream: 'open-1', type: 'ItemAdded', data: { price: 30 }, metadata: { $correlationId: 'x' } },
  ]
  const total = '.when({ $init: () => ({ total: 0 }), ItemAdded: (s, e) => { s.total += e.data.price } })'

  test.each([
    ["fromStream('open-1')", 37],
    ["fromCategory('open')", 37],
    ["fromStreams('open-1', 'cart-2')", 44],
    ["fromStream('$et-ItemAdded')", 44],
    ["fromStream('$streams')", 12],
    ["fromStream('$bc-x')", 30],
    ["fromStreams('open-1', '$et-ItemAdded')", 81],
    ['fromAll()', 44],
  ])('are followed as in a store: %s', async (source, expected) => {
    expect((await given(linked).when(source + total)).state).toEqual({ total: expected })
    const store = createStore({ queries: 'in-process' })
    await store.seed({ version: 1, events: linked })
    await store.settled()
    await store.project('totals', source + total)
    await store.settled()
    expect(await store.state('totals')).toEqual({ total: expected })
    await store.close()
  })

  test('of indexes are derived once, and not beside given ones', async () => {
    const listed = [...linked, { stream: '$streams', type: '$>', data: '0@cart-2' }]
    expect((await given(listed).when(`fromStream('$streams')${total}`)).state).toEqual({ total: 7 })
    const streams = await given(linked).when<{ names: string[] }>(`fromStreams('$category-cart', '$category-open').when({
      $init: () => ({ names: [] }), '$@': (s, e) => { s.names.push(e.bodyRaw) } })`)
    expect(streams.state).toEqual({ names: ['cart-1', 'cart-2', 'open-1'] })
  })

  test('are followed by the second engine', async () => {
    const run = await given(linked).when(`fromStream('open-1')${total}`, { engine: 2 })
    expect(run.state).toEqual({ total: 37 })
  })

  test('belong to the stream that holds them, in a category by stream', async () => {
    const run = await given(linked).when(`fromCategory('open').foreachStream()${total}`)
    expect(run.partitions).toEqual({ 'open-1': { total: 37 } })
  })
})

test('a Node that is too old is told so, and not by an error from inside of the engine', async () => {
  vi.stubGlobal('process', { ...process, versions: { ...process.versions, node: '20.20.0' } })
  const tries = [() => given([]).when('fromAll()'), () => check('fromAll()'), () => compare('fromAll()', 'fromAll()', { events: [] })]
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: 'platform-unsupported' })
  vi.unstubAllGlobals()
})
