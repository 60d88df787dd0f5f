// Measures the query side alone against a bare engine that does the least possible: one JSON line per figure.
//
//   npm run bench:query [-- read]      only the figures whose names contain the word

import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import type { PartitionTexts, QueryEvent, QueryOptions } from '../src/query/query.ts'
import { isFault } from '../src/query/query.ts'
import { openInQuickJs } from '../src/query/sandbox/quickjs.ts'

const batchSize = 500
const total = 50_000
const options: QueryOptions = { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: false }

interface Figure {
  readonly name: string
  /** The query, and the handler for the bare engine. */
  readonly source: string
  readonly floor: string
  readonly partitions?: number
}

const figures: readonly Figure[] = [
  {
    name: 'count',
    source: `fromStream('s').when({ $init: function () { return { count: 0 } }, Placed: function (s, e) { s.count += 1 } })`,
    floor: `({ init: function () { return { count: 0 } }, Placed: function (s, e) { s.count += 1 } })`,
  },
  {
    name: 'read data',
    source: `fromStream('s').when({ $init: function () { return { orders: 0, total: 0, last: '' } },
      Placed: function (s, e) { s.orders += 1; s.total += e.data.amount; s.last = e.data.customer } })`,
    floor: `({ init: function () { return { orders: 0, total: 0, last: '' } },
      Placed: function (s, e) { s.orders += 1; s.total += e.data.amount; s.last = e.data.customer } })`,
  },
  {
    name: 'emit',
    source: `fromStream('s').when({ $init: function () { return { count: 0 } },
      Placed: function (s, e) { s.count += 1; emit('out', 'Seen', { id: e.data.id, amount: e.data.amount }) } })`,
    floor: `({ init: function () { return { count: 0 } },
      Placed: function (s, e) { s.count += 1; emit('out', 'Seen', { id: e.data.id, amount: e.data.amount }) } })`,
  },
  {
    name: '10,000 partitions',
    source: `fromCategory('c').foreachStream().when({ $init: function () { return { count: 0 } }, Placed: function (s, e) { s.count += 1 } })`,
    floor: `({ init: function () { return { count: 0 } }, Placed: function (s, e) { s.count += 1 } })`,
    partitions: 10_000,
  },
]

function makeEvent(number: number, partitions: number): QueryEvent {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const data = JSON.stringify({ id: number, customer: `customer-${number % 100}`, amount: (number % 977) / 4, lines: ['a', 'b'] }, null, 2)
  const stream = partitions > 1 ? `c-${number % partitions}` : 's'
  return {
    id,
    type: 'Placed',
    stream,
    number,
    isJson: true,
    data,
    metadata: null,
    linkMetadata: null,
    category: null,
    record: { stream, number, position: number, created: 0 },
  }
}

const batches = (events: readonly QueryEvent[]): QueryEvent[][] =>
  Array.from({ length: Math.ceil(events.length / batchSize) }, (_, i) => events.slice(i * batchSize, (i + 1) * batchSize))

/** @returns events per second. */
async function measureProduct(figure: Figure, events: readonly QueryEvent[]): Promise<number> {
  const query = await openInQuickJs(figure.source, options)
  if (isFault(query)) throw new Error(query.message)
  const started = performance.now()
  for (const batch of batches(events)) {
    const { missing } = await query.load(batch, [batch.length])
    const texts = new Map<string, PartitionTexts>()
    if (missing.length > batch.length) throw new Error('asked too often')
    const outcome = await query.run(texts, { events: batch.length, milliseconds: Infinity })
    if (outcome.fault || outcome.finished !== batch.length) throw new Error(outcome.fault?.message ?? 'not finished')
  }
  return (events.length / (performance.now() - started)) * 1000
}

/** Batches as JSON in, a handler call and `JSON.stringify` of the state for each event, emissions and the last states out. */
async function measureFloor(figure: Figure, events: readonly QueryEvent[]): Promise<number> {
  const module = await newQuickJSWASMModuleFromVariant(variant)
  const context = module.newContext()
  const run = context.unwrapResult(
    context.evalCode(`
      const handlers = ${figure.floor}
      const states = {}
      let emitted = []
      function emit(stream, type, body) { emitted.push([stream, type, JSON.stringify(body)]) }
      ;(function (text) {
        const batch = JSON.parse(text)
        const changed = {}
        for (const event of batch) {
          const key = ${figure.partitions ? 'event.streamId' : "''"}
          const state = (states[key] ??= handlers.init())
          const returned = handlers[event.eventType](state, event)
          if (returned !== undefined) states[key] = returned
          changed[key] = JSON.stringify(states[key])
        }
        const outcome = JSON.stringify([changed, emitted])
        emitted = []
        return outcome
      })`),
  )
  const texts = batches(events).map((batch) =>
    JSON.stringify(
      batch.map(({ id, type, stream, number, isJson, data, metadata }) => ({
        eventId: id,
        eventType: type,
        streamId: stream,
        sequenceNumber: number,
        isJson,
        data: JSON.parse(data ?? 'null') as unknown,
        metadata,
      })),
    ),
  )
  const started = performance.now()
  for (const text of texts) {
    const argument = context.newString(text)
    const outcome = context.unwrapResult(context.callFunction(run, context.undefined, argument))
    JSON.parse(context.getString(outcome))
    argument.dispose()
    outcome.dispose()
  }
  return (events.length / (performance.now() - started)) * 1000
}

const best = async (measure: () => Promise<number>): Promise<number> => {
  let result = 0
  for (let round = 0; round < 5; round += 1) result = Math.max(result, await measure())
  return result
}

const openings = 250

/** @returns the median of the milliseconds, after the first, which compiles. */
async function medianOf(work: () => Promise<void>): Promise<number> {
  await work()
  const times: number[] = []
  for (let i = 0; i < openings; i += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.toSorted((one, other) => one - other)[openings / 2]!
}

async function openProduct(source: string): Promise<void> {
  const query = await openInQuickJs(source, options)
  if (isFault(query)) throw new Error(query.message)
  query.close()
}

/** An engine of its own for each query, with nothing in it. */
async function openFloor(source: string): Promise<void> {
  const module = await newQuickJSWASMModuleFromVariant(variant)
  const context = module.newContext()
  context.unwrapResult(context.evalCode(source)).dispose()
  context.dispose()
}

const only = process.argv[2]
const isWanted = (name: string): boolean => only === undefined || name.includes(only)

if (isWanted('open')) {
  const { source, floor } = figures[0]!
  const product = await medianOf(() => openProduct(source))
  const least = await medianOf(() => openFloor(floor))
  const two = (figure: number): number => Number(figure.toFixed(2))
  console.log(JSON.stringify({ name: 'query: open', ms: two(product), floor: two(least), ratio: two(product / least) }))
}
for (const figure of figures) {
  if (!isWanted(figure.name)) continue
  const events = Array.from({ length: total }, (_, i) => makeEvent(i, figure.partitions ?? 1))
  const product = await best(() => measureProduct(figure, events))
  const floor = await best(() => measureFloor(figure, events))
  const ratio = Number((product / floor).toFixed(2))
  console.log(JSON.stringify({ name: `query: ${figure.name}`, perSecond: Math.round(product), floor: Math.round(floor), ratio }))
}
