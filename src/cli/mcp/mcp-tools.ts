// The tools that a coding assistant gets: each takes JSON and gives JSON, over one store.

import { factsOf } from '../../base/release/releases.ts'
import { compareTraces } from '../../engine/queries/compare/compare.ts'
import { diagnose } from '../../engine/queries/diagnostics.ts'
import { explainTrace } from '../../engine/observe/explain.ts'
import { printExplanation } from '../../engine/observe/explanation-text.ts'
import type { TracePart, TraceStep } from '../../engine/observe/trace.ts'
import type { Check, Problem } from '../../engine/shape.ts'
import { checkMembers, content, flag, list, members, text as isText, when } from '../../engine/shape.ts'
import type { Store } from '../../engine/store.ts'
import { seenIn } from '../check/seen.ts'
import type { Storage } from '../../storage/storage.ts'

/** JSON Schema. */
type Schema = Readonly<Record<string, unknown>>

export interface McpTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, Schema>>; readonly required: string[] }
  /** @returns a problem of the arguments: clients need not keep to the schema. */
  readonly problems: (given: unknown) => readonly Problem[]
  /** @returns what can be printed as JSON. */
  readonly call: (given: never) => Promise<unknown>
}

export interface McpParts {
  readonly store: Store
  readonly storage: Storage
}

/** An argument of a tool: as clients are told, and as it is checked. */
interface Argument {
  readonly schema: Schema
  readonly check: Check
}

const isCount = when('a whole number from 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0)
const isEvent = members({ type: { required: true, check: isText }, data: { check: content }, metadata: { check: content } })

const text = (description: string): Argument => ({ schema: { type: 'string', description }, check: isText })
const count = (description: string, standard: number): Argument => ({
  schema: { type: 'integer', minimum: 0, description, default: standard },
  check: isCount,
})
const events: Argument = {
  schema: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: { type: { type: 'string', description: 'Type of the event' }, data: {}, metadata: {} },
      required: ['type'],
    },
  },
  check: list(isEvent),
}
const query = text('JavaScript of a projection, for example fromStream("orders").when({ … })')
const emit: Argument = { schema: { type: 'boolean', description: 'Whether it may emit. Default: true.' }, check: flag }
const engine: Argument = {
  schema: { type: 'integer', enum: [1, 2], description: 'Engine of the server; 2 is the second one of KurrentDB 26. Default: 1.' },
  check: when('1 or 2', (value) => value === 1 || value === 2),
}

const tool = <Given>(
  name: string,
  description: string,
  given: Readonly<Record<string, Argument>>,
  required: readonly (keyof Given & string)[],
  call: (given: Given) => Promise<unknown>,
): McpTool => {
  const properties = Object.fromEntries(Object.entries(given).map(([argument, { schema }]) => [argument, schema]))
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required: [...required] },
    problems: (value) => checkMembers('', value, given),
    call,
  }
}

interface Run {
  readonly query: string
  readonly emit?: boolean
  readonly engine?: 1 | 2
}

export const mcpTools = ({ store, storage }: McpParts): readonly McpTool[] => [
  tool<{ stream: string; events: { type: string; data?: unknown; metadata?: unknown }[] }>(
    'append',
    'Appends events to a stream of the store.',
    {
      stream: text('Name of the stream'),
      events,
    },
    ['stream', 'events'],
    ({ stream, events: appended }) => store.append(stream, appended),
  ),
  tool<{ stream?: string; from?: number; limit?: number }>(
    'read',
    'Reads the events of a stream in their order, with links resolved; without a name, lists streams, users’ first.',
    { stream: text('Name of the stream'), from: count('Number of the first event', 0), limit: count('Most events', 20) },
    [],
    ({ stream, from = 0, limit = 20 }) =>
      stream === undefined ? listOf(store).then((all) => all.slice(from, from + limit)) : store.read(stream, { from, limit }),
  ),
  tool<Run>(
    'run',
    'Runs a query over all events of the store, without writing: last states, results, emitted events, log lines, and the fault with its place.',
    { query, emit, engine },
    ['query'],
    ({ query: asked, ...options }) => runOf(store.trace(asked, options)),
  ),
  tool<Run>(
    'check',
    'Says what is wrong in a query before it runs: code, place, sentence and fix, judged by the types, streams and fields of the store.',
    { query, emit, engine },
    ['query'],
    async ({ query: asked, emit: emitEnabled, engine: by = 1 }) => {
      const { language } = factsOf(store.release)
      const { names } = await seenIn(storage)
      return await diagnose(asked, { emitEnabled, engine: by, language, seen: names.types.size === 0 ? undefined : names, isDraft: false })
    },
  ),
  tool<Run & { from?: number; limit?: number; partition?: string }>(
    'step',
    'Steps through a query: for each handled event the handler, the state before and after, emitted events, log lines and lines that ran.',
    {
      query,
      emit,
      engine,
      partition: text('Only the steps of this partition'),
      from: count('Steps to leave out', 0),
      limit: count('Most steps', 10),
    },
    ['query'],
    ({ query: asked, from = 0, limit = 10, partition, ...options }) =>
      stepsOf(store.trace(asked, { ...options, lines: true }), { from, limit, partition }),
  ),
  tool<{ one: string; other: string; engine?: 1 | 2 }>(
    'compare',
    'Runs two versions of a query over the events of the store: the first event where they part, and states, results, emissions and faults that differ.',
    { one: query, other: query, engine },
    ['one', 'other'],
    ({ one, other, ...options }) => compareTraces(store.trace(one, options), store.trace(other, options)),
  ),
  tool<Partial<Run> & { projection?: string }>(
    'explain',
    'Tells what became of the events in a query or a projection of the store: how many were handled, and why not the others.',
    { query, emit, engine, projection: text('Name of a projection of the store, in place of a query') },
    [],
    async ({ query: asked, projection, emit: emitEnabled = true, engine: by }) => {
      if (asked === undefined && projection === undefined) throw new TypeError('explain needs a query, or the name of a projection.')
      const { language } = factsOf(store.release)
      const explanation =
        asked === undefined
          ? await store.explain(projection!)
          : await explainTrace(
              { query: asked, isNative: false, emitEnabled, language },
              store.trace(asked, { emit: emitEnabled, engine: by }),
            )
      return { text: printExplanation(explanation), ...explanation }
    },
  ),
]

/** Users' streams first; without metadata. */
async function listOf(store: Store) {
  const streams = (await store.streams()).filter(({ name }) => !name.startsWith('$$'))
  const isOfSystem = ({ name }: { readonly name: string }): boolean => name.startsWith('$')
  return [...streams.filter((one) => !isOfSystem(one)), ...streams.filter(isOfSystem)]
}

/** Emitted events and lines of log that an answer shows; the others are counted. */
const most = 100

async function runOf(parts: AsyncIterable<TracePart>) {
  const [states, results] = [new Map<string, unknown>(), new Map<string, unknown>()]
  const [emitted, logs]: [unknown[], string[]] = [[], []]
  let [handled, skipped, emissions] = [0, 0, 0]
  for await (const part of parts) {
    if (part.kind === 'ended') {
      const named = (all: ReadonlyMap<string, unknown>) => Object.fromEntries(all)
      return { handled, skipped, states: named(states), results: named(results), emissions, emitted, logs, fault: part.fault }
    }
    if (part.kind !== 'steps') continue
    for (const step of part.steps) {
      const { partition = '' } = step
      if (step.skipped !== undefined) skipped += 1
      else if (!step.fault) handled += 1
      if (step.state.after !== '') states.set(partition, valueOf(step.state.after))
      if (step.result.after !== '') results.set(partition, valueOf(step.result.after))
      emissions += step.emitted.length
      emitted.push(...step.emitted.slice(0, most - emitted.length).map(emissionOf))
      logs.push(...step.logs.slice(0, most - logs.length))
    }
  }
  return undefined
}

async function stepsOf(
  parts: AsyncIterable<TracePart>,
  { from, limit, partition }: { readonly from: number; readonly limit: number; readonly partition: string | undefined },
) {
  const steps: unknown[] = []
  let passed = 0
  for await (const part of parts) {
    if (part.kind === 'ended') return { steps, fault: part.fault }
    if (part.kind !== 'steps') continue
    for (const step of part.steps) {
      const isWanted = step.skipped === undefined && (partition === undefined || step.partition === partition)
      if (!isWanted || passed++ < from) continue
      if (steps.length === limit) return { steps, more: true }
      steps.push(stepOf(step))
    }
  }
  return { steps }
}

function stepOf({ event, handler, partition, state, result, emitted, logs, lines, values, fault }: TraceStep) {
  const { stream, number, type, data } = event
  return {
    event: { stream, number, type, data: valueOf(data) },
    handler,
    ...(partition !== '' && { partition }),
    before: valueOf(state.before),
    after: valueOf(state.after),
    ...(result.after !== '' && result.after !== state.after && { result: valueOf(result.after) }),
    ...(emitted.length > 0 && { emitted: emitted.map(emissionOf) }),
    ...(logs.length > 0 && { logs }),
    ...(lines && { lines }),
    ...(values && { values }),
    ...(fault && { fault }),
  }
}

const emissionOf = ({ stream, type, data, isJson }: TraceStep['emitted'][number]) => ({ stream, type, data: isJson ? valueOf(data) : data })

function valueOf(json: string): unknown {
  try {
    return json === '' ? undefined : (JSON.parse(json) as unknown)
  } catch {
    return json
  }
}
