// Runs each query that was recorded for the second engine by both, over the scenario's events, and reads what clients see of it.

import type { SeenBodies } from '../../../src/engine/queries/changes.ts'
import { openInProcess } from '../../../src/engine/queries/open-query.ts'
import { createStore } from '../../../src/engine/store.ts'
import type { Store } from '../../../src/engine/store.ts'
import type { Recording, RecordedStep } from '../../../src/cli/recordings/recording.ts'
import { memoryStorage } from '../../../src/storage/memory/memory.ts'
import type { Storage } from '../../../src/storage/storage.ts'
import { seenIn } from '../../../src/cli/check/seen.ts'
import { textOf } from '../../../src/base/bytes.ts'
import { readScenarios } from '../scenarios.ts'

const base = 'http://127.0.0.1:2113'

/** A query that a scenario gives to the second engine. */
export interface EngineQuery {
  readonly scenario: string
  readonly name: string
  readonly text: string
  readonly emitEnabled: boolean
  readonly server: Recording['server']
  /** Requests that change streams: in front of the projection's creation, and behind it. */
  readonly before: readonly RecordedStep[]
  readonly after: readonly RecordedStep[]
}

export function recordedQueries(): EngineQuery[] {
  return readScenarios('26.2').flatMap((scenario) => {
    const writes = ({ request }: RecordedStep): boolean => (request.method ?? 'GET') !== 'GET' && request.path.startsWith('/streams/')
    const found = new Map<string, EngineQuery>()
    scenario.steps.forEach(({ request, expect: answer }, index) => {
      if (typeof request.body !== 'string' || Number(answer['status'] ?? 0) >= 400) return
      const [before, after] = [scenario.steps.slice(0, index).filter(writes), scenario.steps.slice(index).filter(writes)]
      const url = new URL(request.path, base)
      const isCreated = url.pathname === '/projections/continuous' && url.searchParams.get('engineversion') === '2'
      const changed = /^\/projection\/([^/]+)\/query$/.exec(url.pathname)?.[1]
      const name = isCreated ? url.searchParams.get('name')! : changed
      if (name === undefined || !(isCreated || found.has(name))) return
      const emitEnabled = /[?&]emit=(yes|true|1)/i.test(url.search)
      const of = { scenario: scenario.name, name, emitEnabled, server: scenario.server, before, after }
      found.set(isCreated ? name : `${name} changed`, { ...of, text: request.body })
    })
    return [...found.values()]
  })
}

async function send(store: Store, { method = 'GET', path, headers = {}, body }: RecordedStep['request']): Promise<void> {
  const content = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await store.fetch(new Request(base + path, { method, headers, ...(content !== undefined && { body: content }) }))
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  await answer.arrayBuffer()
}

/** What clients read of a projection: its fault, states and results, and the events that it wrote. */
export interface SeenOutcome {
  readonly fault: string
  readonly states: Readonly<Record<string, string>>
  readonly written: Readonly<Record<string, readonly string[]>>
}

/** What clients read, first while it runs and the written events after a stop, which is when the second engine has written them all. */
export async function outcomeBy(engine: 1 | 2, query: EngineQuery): Promise<SeenOutcome> {
  const { name, text, before, after } = query
  const storage = memoryStorage()
  const store = openStore(query, storage)
  try {
    for (const step of before) await send(store, step.request)
    const emit = query.emitEnabled ? '&emit=yes' : ''
    const path = `/projections/continuous?name=${name}&type=JS&enabled=yes${emit}&engineversion=${engine}`
    await send(store, { method: 'POST', path, headers: { 'Content-Type': 'application/json' }, body: text })
    await store.settled()
    for (const step of after) await send(store, step.request)
    await store.settled()
    const fault = /"stateReason": "(.*)"/.exec(await readText(store, `/projection/${name}`))?.[1] ?? ''
    const partitions = ['', ...new Set([...before, ...after].map((step) => `?partition=${step.request.path.split('/')[2]!}`))]
    const states: Record<string, string> = {}
    for (const asked of ['state', 'result'].flatMap((part) => partitions.map((partition) => part + partition)))
      states[asked] = await readText(store, `/projection/${name}/${asked}`)
    // Refused where the query does not parse.
    await store.fetch(new Request(`${base}/projection/${name}/command/disable`, { method: 'POST', headers: { 'Content-Length': '0' } }))
    await store.settled()
    return { fault, states, written: await writtenIn(storage, query) }
  } finally {
    await store.close()
  }
}

/** The first engine reads categories from streams that a system projection writes. */
const openStore = ({ server, text }: EngineQuery, storage: Storage): Store =>
  createStore({
    ...server,
    systemProjections: text.includes('fromCategory'),
    release: '26.2',
    storage,
    openQuery: openInProcess,
    environment: { report: () => undefined, log: () => undefined, hint: () => undefined },
  })

async function readText(store: Store, path: string): Promise<string> {
  const answer = await store.fetch(new Request(base + path, { headers: { Accept: 'application/json' } }))
  return await answer.text()
}

/** Events of streams that neither the server nor a system projection writes; emitted ones without metadata, which differ for every query. */
async function writtenIn(storage: Storage, { name }: EngineQuery): Promise<Record<string, string[]>> {
  const written: Record<string, string[]> = {}
  for (const { stream, type, data } of await storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 1000 })))
    if (!stream.startsWith('$') || stream === `$projections-${name}-result`) (written[stream] ??= []).push(`${type} ${textOf(data)}`)
  return written
}

/** The scenario's events before the projection exists, and a function that gives them up. */
export async function eventsOf(query: EngineQuery): Promise<{ storage: Storage; bodies: SeenBodies; close: () => Promise<void> }> {
  const storage = memoryStorage()
  const store = openStore(query, storage)
  for (const { request } of [...query.before, ...query.after]) await send(store, request)
  await store.settled()
  const { bodies } = await seenIn(storage)
  return { storage, bodies, close: () => store.close() }
}
