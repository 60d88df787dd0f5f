// Measures the changes that are told between 23.10 and 26.2 by the recordings of both, which share their requests.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { factsOf } from '../../base/release/releases.ts'
import { SeenBodies } from './body-kinds.ts'
import { changesFor } from './changes.ts'

interface Step {
  readonly request: {
    readonly method?: string
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly expect: { readonly status?: number; readonly body?: unknown; readonly layout?: string }
}
interface Scenario {
  readonly name: string
  readonly steps: readonly Step[]
}

const root = join(import.meta.dirname, '..', '..', '..', 'e2e', 'conformance')

function readScenarios(folder: string): Map<string, Scenario> {
  const found = new Map<string, Scenario>()
  for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith('.json')))
    for (const scenario of JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as Scenario[])
      found.set(scenario.name.replace(/^transient-allowed\//, ''), scenario)
  return found
}

const requestsOf = ({ steps }: Scenario): string =>
  JSON.stringify(steps.map(({ request: { method, path, body } }) => [method ?? 'GET', path, body]))

/** What differs between two recordings of one server too, and between the releases in names alone. */
const plain = (value: unknown): string =>
  JSON.stringify(value ?? null)
    .replaceAll(/(EventStore|KurrentDB)\.Projections\.Core/g, 'Projections')
    .replaceAll(/(\\r)?\\n {3}at [^"]*/g, '')
    .replaceAll(String.raw`\r\n`, String.raw`\n`)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'DATE')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'GUID')
    .replaceAll(/projection:? '?\d+'?|took: [\d:.]+|[CP]:\s?-?\d+/g, 'NUMBER')

/** @returns what a recording tells of the outcome of a projection: states, results, faults, and the events that it wrote. */
function outcomeOf({ steps }: Scenario, name: string, query: string): string[] {
  return steps.flatMap(({ request, expect: answer }) => {
    if ((request.method ?? 'GET') !== 'GET') return []
    const [, projection, , part] = /^\/projection\/([^/?]+)(\/(state|result))?(?:\?.*)?$/.exec(request.path) ?? []
    const body = answer.body as { stateReason?: unknown; entries?: readonly Record<string, unknown>[] } | null | undefined
    // A text that has a layout is JSON in quotes.
    const isQuoted = typeof body === 'string' && answer.layout !== undefined
    if (projection === name && part) return [`${answer.status} ${plain(body)}${isQuoted ? ' as JSON' : ''}`]
    if (projection === name && body && typeof body === 'object') return [plain(body.stateReason)]
    const stream = /^\/streams\/([^/?]+)/.exec(request.path)?.[1]
    const isWritten = stream !== undefined && !stream.startsWith('$ce-') && !stream.startsWith('$et-')
    if (!isWritten || !(stream.includes(`-${name}-`) || query.includes(stream)) || !body?.entries) return []
    return [plain(body.entries.map(({ eventType, data, eventNumber }) => [eventType, data, eventNumber]))]
  })
}

interface RecordedProjection {
  readonly scenario: string
  /** All that it ran, one after the other. */
  readonly texts: string[]
  mode: 'continuous' | 'onetime' | 'transient'
  readonly bodies: SeenBodies
}

/** The data of posted events, as the server stores them. */
function bodiesOf({ steps }: Scenario): SeenBodies {
  const bodies = new SeenBodies()
  for (const { request } of steps) {
    if (request.method !== 'POST' || !request.path.startsWith('/streams/')) continue
    const { body, headers = {} } = request
    const list = typeof body === 'string' ? parsed(body) : body
    const type = headers['ES-EventType']
    const single = list === undefined ? body : list
    if (type !== undefined) bodies.note(type, storedText(single))
    else
      for (const event of Array.isArray(list) ? (list as (PostedEvent | null)[]) : [])
        if (event?.eventType !== undefined) bodies.note(event.eventType, storedText(event.data))
  }
  return bodies
}

interface PostedEvent {
  readonly eventType?: string
  readonly data?: unknown
}

/** Texts that begin like JSON are taken for it; others are no JSON. */
function storedText(data: unknown): string | null {
  if (data === undefined) return null
  return typeof data !== 'string' ? JSON.stringify(data, null, 2) : /^\s*[[{]/.test(data) ? data : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Names of transient queries that a server makes up are none. */
function projectionsOf(scenario: Scenario): Map<string, RecordedProjection> {
  const found = new Map<string, RecordedProjection>()
  const bodies = bodiesOf(scenario)
  for (const { request, expect: answer } of scenario.steps) {
    if (typeof request.body !== 'string' || (answer.status ?? 0) >= 400) continue
    const [, mode] = /^\/projections\/(continuous|onetime|transient)/.exec(request.path) ?? []
    const created = request.method === 'POST' && mode ? new URL(request.path, 'http://x').searchParams.get('name') : undefined
    const changed = request.method === 'PUT' ? /^\/projection\/([^/?]+)\/query/.exec(request.path)?.[1] : undefined
    const name = created ?? changed
    if (!name || /type=native/i.test(request.path)) continue
    const known = found.get(name)
    if (known) known.texts.push(request.body)
    else if (mode) found.set(name, { scenario: scenario.name, texts: [request.body], mode: mode as 'continuous', bodies })
    if (mode === 'transient' && found.has(name)) found.get(name)!.mode = 'transient'
  }
  return found
}

/** Whether the answer to its creation, or what it came to, differs. */
function differ(before: Scenario, after: Scenario, name: string, { texts }: RecordedProjection): boolean {
  const outcomes = [before, after].map((scenario) => {
    const created = scenario.steps.filter(({ request }) => request.method === 'POST' && request.path.includes(`name=${name}`))
    return [...created.map((step) => String(step.expect.status)), ...outcomeOf(scenario, name, texts.join('\n'))].join('\n')
  })
  return outcomes[0] !== outcomes[1]
}

test('of the recorded queries that differ nine tenths are named, and of those that agree 99 of 100 are not', async () => {
  const [from, to] = [factsOf('23.10'), factsOf('26.2')]
  const [older, newer] = [readScenarios('scenarios'), readScenarios('scenarios-26')]
  const counts = { named: 0, missed: [] as string[], silent: 0, loud: [] as string[] }
  for (const [scenario, before] of older) {
    const after = newer.get(scenario)
    if (!after || requestsOf(before) !== requestsOf(after)) continue
    for (const [name, projection] of projectionsOf(before)) {
      const { texts, mode, bodies } = projection
      const changes = (await Promise.all(texts.map((text) => changesFor(text, { from, to, mode, bodies })))).flat()
      const line = `${scenario}: ${changes.map(({ code }) => code).join(', ')}: ${texts.join(' || ').slice(0, 200)}`
      const isDifferent = differ(before, after, name, projection)
      if (isDifferent && changes.length > 0) counts.named += 1
      else if (isDifferent) counts.missed.push(line)
      else if (changes.length === 0) counts.silent += 1
      // Of a text that both refuse only the words of the fault differ; where no step of the recording reads them, nothing can be seen.
      else if (changes.some(({ code }) => code !== 'syntax-message')) counts.loud.push(line)
    }
  }
  const [differing, agreeing] = [counts.named + counts.missed.length, counts.silent + counts.loud.length]
  expect(differing).toBeGreaterThan(100)
  expect(counts.named / differing >= 0.9 ? [] : counts.missed).toEqual([])
  expect(counts.silent / agreeing >= 0.99 ? [] : counts.loud).toEqual([])
  const figures = [`${counts.named} of the ${differing}`, `${counts.silent.toLocaleString('en')} of the ${agreeing.toLocaleString('en')}`]
  const page = readFileSync(join(root, '..', '..', 'docs/server/upgrading.md'), 'utf8')
  for (const figure of figures) expect(page).toContain(figure)
})
