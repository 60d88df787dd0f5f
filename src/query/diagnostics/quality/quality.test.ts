// Measures the diagnostics by faulty queries, filed by users and of our own, and by queries that work.

import { describe, expect, test } from 'vitest'
import type { DiagnoseOptions } from '../diagnose.ts'
import { diagnose } from '../diagnose.ts'
import { EventNames } from '../seen-events.ts'
import type { FaultyQuery } from './faulty-query.fixture.ts'
import { filedQueries } from './filed-queries.fixture.ts'
import { goodQueries } from './good-queries.fixture.ts'
import { ownQueries } from './own-queries.fixture.ts'
import { writtenFaults, writtenGood } from './written-queries.fixture.ts'

const seen = new EventNames(true)
for (const [stream, type, data] of [
  ['order-1', 'OrderPlaced', { total: 4, items: [{ sku: 'a' }], status: 'new' }],
  ['order-2', 'OrderShipped', { address: { city: 'Bergen' } }],
  ['cart-1', 'ItemAdded', { price: 1 }],
  ['commissions', 'CommissionSent', { amount: 1 }],
  ['commissions', 'CommissionReceived', { amount: 1 }],
  ['account-1', 'AccountOpened', {}],
] as const) {
  seen.note({ stream, type, data: JSON.stringify(data), metadata: '{"user":"kim"}' })
}

/** A query without its marks, and the stretch between them. */
function unmarked(marked: string): { text: string; start: number; end: number } {
  const [before = '', between = '', after = ''] = marked.split(/[⟦⟧]/)
  return { text: before + between + after, start: before.length, end: before.length + between.length }
}

async function found({ codes, options, query }: FaultyQuery): Promise<'found' | readonly string[]> {
  const { text, start, end } = unmarked(query)
  const given: DiagnoseOptions = { seen, ...options }
  const all = await diagnose(text, given)
  const isRight = all.some((one) => codes.includes(one.code) && one.start <= end && start <= one.end)
  return isRight ? 'found' : all.map((one) => `${one.code} at "${text.slice(one.start, one.end)}"`)
}

describe.each([
  ['filed by users', filedQueries],
  ['of our own', ownQueries],
])('faulty queries %s', (_name, queries) => {
  test('are twenty or more', () => expect(queries.length).toBeGreaterThanOrEqual(20))

  test.each(queries.map((query) => [`${query.codes.join(' or ')}: ${query.query.replaceAll(/\s+/g, ' ').slice(0, 90)}`, query] as const))(
    '%s',
    async (_title, query) => expect(await found(query)).toBe('found'),
  )
})

describe('queries that work', () => {
  test('are twenty or more', () => expect(goodQueries.length).toBeGreaterThanOrEqual(20))

  test.each(goodQueries)('%s', async (query) => {
    const loud = (await diagnose(query, { seen, emitEnabled: true })).filter(({ severity }) => severity !== 'hint')
    expect(loud.map(({ code, start, end }) => `${code} at "${query.slice(start, end)}"`)).toEqual([])
  })
})

describe('queries written by others, with their events', () => {
  const namesOf = (events: (typeof writtenGood)[number]['events']): EventNames => {
    const names = new EventNames(true)
    for (const [stream, type, data, metadata] of events)
      names.note({ stream, type, data: JSON.stringify(data), metadata: metadata ? JSON.stringify(metadata) : null })
    return names
  }

  test.each(writtenFaults)('$code is found, at its place, and nothing else above a hint', async ({ code, events, query }) => {
    const { text, start } = unmarked(query)
    const all = await diagnose(text, { seen: namesOf(events) })
    const right = all.filter((one) => one.code === code && one.start <= start + 1 && start <= one.end)
    expect(right.length > 0 ? 'found' : all.map((one) => `${one.code} at "${text.slice(one.start, one.end)}"`)).toBe('found')
    // The handler that cannot be async also asks for a page.
    const others = all.filter((one) => one.code !== code && one.severity !== 'hint').map((one) => one.code)
    expect(others).toEqual(code === 'async-handler' ? ['foreign-global'] : [])
  })

  test.each(writtenGood)('nothing above a hint: $query', async ({ events, query }) => {
    const loud = (await diagnose(query, { seen: namesOf(events), emitEnabled: true })).filter(({ severity }) => severity !== 'hint')
    expect(loud.map(({ code, start, end }) => `${code} at "${query.slice(start, end)}"`)).toEqual([])
  })
})

describe('with values seen in some events only', () => {
  const some = new EventNames(true)
  for (const data of [{ amount: '2', to: { city: 'Oslo' }, tip: 1 }, { amount: '3' }, { amount: 4, to: null }])
    some.note({ stream: 'order-1', type: 'Paid', data: JSON.stringify(data), metadata: null })
  const init = '$init: () => ({ sum: 0, by: {}, city: null })'
  const found = async (body: string) =>
    (await diagnose(`fromAll().when({ ${init}, Paid: (s, e) => { ${body} } })`, { seen: some })).map(
      ({ code, severity, message }) => `${severity} ${code} ${/(all )?\d+( of \d+)?/.exec(message)?.[0] ?? ''}`,
    )

  test.each([
    ['s.sum += e.data.amount', ['warning text-added 2 of 3']],
    ['s.sum = s.sum + e.data.amount', ['warning text-added 2 of 3']],
    ['s.by[1] = (s.by[1] || 0) + e.data.amount', ['warning text-added 2 of 3']],
    ['return { ...s, sum: s.sum + e.data.amount }', ['warning text-added 2 of 3']],
    ['let sum = 0; sum += e.data.amount; s.sum = sum', ['warning text-added 2 of 3']],
    ['s.sum -= e.data.amount', []],
    ['s.sum += Number(e.data.amount)', []],
    ["s.city = s.sum + ' ' + e.data.amount", []],
    ['s.sum += e.data.tip', ['warning field-sometimes-missing 2 of 3']],
    ['s.sum += e.data.tip || 0', []],
    ['s.city = e.data.to.city', ['warning field-sometimes-missing 2 of 3']],
    ['const { to } = e.data; s.city = to.city', ['warning field-sometimes-missing 2 of 3']],
    ['const { to: { city } } = e.data; s.city = city', ['warning field-sometimes-missing 2 of 3']],
    ['if (s.sum) s.city = e.data.to.city', ['hint field-sometimes-missing 2 of 3']],
    ['s.city = e.data.to?.city', []],
    ['s.city = e.data.to && e.data.to.city', []],
    ['if (!e.data.to) return s; s.city = e.data.to.city', []],
    ["if ('to' in e.data) s.city = e.data.to.city", []],
    ['const { to: { city } = {} } = e.data; s.city = city', []],
    ['const to = e.data.to || {}; s.city = to.city', []],
  ])('%s: %j', async (body, expected) => {
    expect(await found(body)).toEqual(expected)
  })
})

describe('names that the sample lacks', () => {
  const some = new EventNames(true)
  for (const type of ['TicketOpened', 'UserLocked', 'UserCreated'])
    some.note({ stream: 'ticket-1', type, data: '{"discount":1,"price":2}', metadata: null })
  const found = async (query: string) =>
    (await diagnose(query, { seen: some })).map(({ code, severity, message, fix }) => {
      const question = message.includes('Did you mean') ? '?' : ''
      return `${severity} ${code}${question}${fix ? ' fix' : ''}`
    })

  test.each([
    ['fromAll().when({ TicketOpened: (s, e) => s, TicketReopened: (s, e) => s })', ['hint unknown-type']],
    ['fromAll().when({ TicketReopened: (s, e) => s })', ['warning unknown-type? fix']],
    ['fromAll().when({ UserLocked: (s, e) => s, UserUnlocked: (s, e) => s })', ['hint unknown-type']],
    ['fromAll().when({ UserCreated: (s, e) => s, UserUpdated: (s, e) => s })', ['hint unknown-type']],
    ["fromAll().when({ $any: (s, e) => { if (['UserLocked', 'UserUnlocked'].includes(e.eventType)) s.n = 1 } })", ['hint unknown-type']],
    [
      "fromAll().when({ UserLocked: (s, e) => { if (e.eventType === 'UserLockd') s.n = 1 }, UserUnlocked: (s) => s })",
      ['warning unknown-type? fix', 'hint unknown-type'],
    ],
    ["fromStreams('ticket-1', 'ticket-2').when({ UserLocked: (s, e) => s })", ['hint unknown-stream']],
    ["fromStreams('$et-UserLocked', '$et-UserUnlocked').when({ UserLocked: (s, e) => s })", ['hint unknown-type']],
    ['fromAll().when({ UserLocked: (s, e) => ({ a: e.data.discont }) })', ['warning unknown-field? fix']],
    ['fromAll().when({ UserLocked: (s, e) => ({ a: e.data.discounted }) })', ['hint unknown-field?']],
    ['fromAll().when({ UserLocked: (s, e) => ({ a: e.data.price, b: e.data.prices }) })', ['hint unknown-field']],
    ['fromAll().when({ UserLocked: (s, e) => ({ a: e.data.prices }) })', ['warning unknown-field? fix']],
    ['fromAll().when({ UserLocked: (s, e) => s, TicketOpened: (s, e) => s })', []],
  ])('%s: %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test("a category with the system's prefix has a sentence of its own", async () => {
    const [found] = await diagnose("fromCategory('$ce-ticket').when({ UserLocked: (s, e) => s })", { seen: some })
    expect(found).toMatchObject({
      code: 'stream-as-category',
      message: "fromCategory puts $ce- in front of the name itself: write fromCategory('ticket').",
      fix: { text: 'ticket' },
    })
  })
})

describe('objects, partitions and texts', () => {
  const some = new EventNames(true)
  for (const seats of [{ '12A': { price: 100 } }, { '1A': { price: 300 } }])
    some.note({ stream: 'flight-1', type: 'SeatsSold', data: JSON.stringify({ seats, meals: [1], by: 'kim' }), metadata: null })
  some.note({ stream: 'flight-1', type: 'FlightClosed', data: '{"meals":{}}', metadata: null })
  const found = async (query: string) =>
    (await diagnose(query, { seen: some })).map(({ code, severity, fix }) => `${severity} ${code}${fix ? ` ${fix.text}` : ''}`)

  const values = 'Object.values(e.data.seats)'
  test.each([
    ['e.data.seats.forEach((seat) => { s.n += seat.price })', [`warning object-as-list ${values}`]],
    ['s.n += e.data.seats.length', [`warning object-as-list ${values}`]],
    ['const { seats } = e.data; s.all = seats.map((seat) => seat.price)', ['warning object-as-list Object.values(seats)']],
    ['for (const seat of e.data.seats) s.n += seat.price', [`warning object-as-list ${values}`]],
    ['s.all = [...e.data.seats]', [`warning object-as-list ${values}`]],
    ['if (s.n) e.data.seats.forEach((seat) => { s.n += seat.price })', [`hint object-as-list ${values}`]],
    ['e.data.seats.push(1)', ['warning object-as-list']],
    ['if (Array.isArray(e.data.seats)) e.data.seats.forEach((seat) => { s.n += seat.price })', []],
    ['if (e.data.seats.forEach) e.data.seats.forEach((seat) => { s.n += seat.price })', []],
    ['for (const seat in e.data.seats) s.n += e.data.seats[seat].price', []],
    ['Object.values(e.data.seats).forEach((seat) => { s.n += seat.price })', []],
    ['s.all = { ...e.data.seats }', []],
    ['for (const meal of e.data.meals) s.n += meal', []],
  ])('%s: %j', async (body, expected) => {
    const all = await found(`fromAll().when({ $init: () => ({ n: 0, all: [] }), SeatsSold: (s, e) => { ${body} } })`)
    expect(all.filter((one) => one.includes('object-as-list'))).toEqual(expected)
  })

  const handlers = '{ SeatsSold: (s, e) => s, FlightClosed: (s, e) => s }'
  test.each([
    ['(e) => e.data.by', handlers, ['warning partition-field-missing']],
    ['({ body: { by } }) => by', handlers, ['warning partition-field-missing']],
    ['(e) => e.data.by', '{ SeatsSold: (s, e) => s }', []],
    ['(e) => e.data.by', '{ $any: (s, e) => s }', []],
    ['(e) => e.data.by || e.streamId', handlers, []],
    ['({ data: { by = "all" } }) => by', handlers, []],
    ['(e) => { if (e.data.by) return e.data.by }', handlers, []],
    ['(e) => { if (!e.data.by) return null; return e.data.by }', handlers, []],
    ['(e) => e.data.meals', handlers, []],
  ])('partitionBy(%s).when(%s): %j', async (key, listed, expected) => {
    const all = await found(`fromAll().partitionBy(${key}).when(${listed})`)
    expect(all.filter((one) => one.includes('partition-field'))).toEqual(expected)
  })

  test.each([
    ['s.n += 1.5; s.n = s.n.toFixed(2)', ['warning text-kept Number(s.n.toFixed(2))']],
    ['s.n = (s.n + 1.5).toFixed(2)', ['warning text-kept Number((s.n + 1.5).toFixed(2))']],
    ['const old = s.n || 0; s.n = old + 1.5; s.n = s.n.toPrecision(3)', ['warning text-kept Number(s.n.toPrecision(3))']],
    ['s.by[e.type] = ((s.by[e.type] || 0) + 1.5).toFixed(2)', ['warning text-kept Number(((s.by[e.type] || 0) + 1.5).toFixed(2))']],
    ['s.n += 1.5; s.shown = s.n.toFixed(2)', []],
    ['s.n = Number((s.n + 1.5).toFixed(2))', []],
    ['s.n = (Number(s.n) + 1.5).toFixed(2)', []],
    ['s.n = Number(s.n); s.n += 1.5; s.n = s.n.toFixed(2)', []],
    ["s.shown = e.data.n.toFixed(2); s.shown += ' EUR'", []],
    ['s.text = s.n.toFixed(2); s.text += s.n', []],
  ])('%s: %j', async (body, expected) => {
    const all = await found(`fromAll().when({ $init: () => ({ n: 0, by: {}, text: '' }), SeatsSold: (s, e) => { ${body} } })`)
    expect(all.filter((one) => one.includes('text-kept'))).toEqual(expected)
  })
})

describe('numbers that are sorted, and ids in names', () => {
  const some = new EventNames(true)
  for (const [stream, n] of [
    ['lap-3f2a6b1c-1111-4222-8333-444455556666', 9],
    ['shop-berlin', 1],
    ['shop-bonn', 1],
    ['room-a-1', 1],
    ['room-b-2', 1],
    ['cart-1', 1],
    ['cart-1-old', 1],
  ] as const)
    some.note({ stream, type: 'Run', data: JSON.stringify({ n, name: 'kim' }), metadata: null })
  const found = async (query: string, code: string) =>
    (await diagnose(query, { seen: some })).filter((one) => one.code === code).map(({ severity, fix }) => `${severity} ${fix?.text}`)

  test.each([
    ['s.all.push(e.data.n); s.all.sort(); s.all = s.all.slice(0, 3)', ['hint (a, b) => a - b']],
    ['s.all.push(e.data.n * 2); s.top = [...s.all].sort()', ['hint (a, b) => a - b']],
    ['s.all.push(e.data.n); s.all.sort((a, b) => a - b)', []],
    ['s.all.push(e.data.name); s.all.sort()', []],
    ['s.all.push(e.data.n, e.data.name); s.all.sort()', []],
  ])('%s: %j', async (body, expected) => {
    expect(await found(`fromAll().when({ $init: () => ({ all: [] }), Run: (s, e) => { ${body} } })`, 'sorted-as-texts')).toEqual(expected)
  })

  const whole = "e.streamId.slice(e.streamId.indexOf('-') + 1)"
  test.each([
    ["fromCategory('lap')", "e.streamId.split('-')[1]", [`hint ${whole}`]],
    ["fromCategory('cart')", "e.streamId.split('-')[1]", [`hint ${whole}`]],
    ["fromStreams('$ce-lap', 'shop-bonn')", "e.streamId.split('-')[1]", [`hint ${whole}`]],
    ["fromCategory('shop')", "e.streamId.split('-')[1]", []],
    ["fromCategory('room')", "e.streamId.split('-')[1]", []],
    ["fromCategory('lap')", "e.streamId.split('-')[0]", []],
    ["fromCategory('lap')", "e.streamId.split('-').slice(1).join('-')", []],
    ["fromCategory('cart')", "e.streamId.split('-')[1] + e.streamId.split('-')[2]", []],
  ])('%s, %s: %j', async (source, value, expected) => {
    expect(await found(`${source}.when({ Run: (s, e) => ({ id: ${value} }) })`, 'part-of-id')).toEqual(expected)
  })
})
