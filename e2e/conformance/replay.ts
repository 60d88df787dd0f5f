// Plays one recorded scenario against a fetch function and reports every difference from the recording.

import type { ProjectionIds } from './projection-ids.ts'
import { createProjectionIds } from './projection-ids.ts'

/** The values in a scenario's requests and expectations: parsed JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export interface Step {
  readonly note?: string
  readonly request: {
    readonly method?: string
    readonly path: string
    readonly headers?: Record<string, string>
    /** `user:password`, sent as Basic credentials. */
    readonly auth?: string
    readonly body?: Json
  }
  /** Milliseconds to wait before the request. */
  readonly wait?: number
  readonly poll?: { readonly path: string[]; readonly matches: string; readonly timeoutMs?: number; readonly everyMs?: number }
  readonly capture?: Record<string, { readonly header?: string; readonly body?: string[]; readonly match?: string }>
  readonly expect: { [name: string]: Json }
  readonly ignore?: string[]
  readonly seed?: boolean
}

export interface Scenario {
  readonly name: string
  readonly server: Record<string, unknown>
  readonly steps: Step[]
  /** Whether transient queries ran, which the recorded release refuses. */
  readonly transientAllowed?: boolean
}

export interface StepResult {
  readonly step: Step
  /** Empty if the step agrees. */
  readonly differences: string[]
}

export type Send = (request: Request) => Promise<Response>

const base = 'http://127.0.0.1:2113'

/** The response headers that are compared; everything else is transport detail. */
const comparedHeaders = [
  'content-type',
  'location',
  'etag',
  'cache-control',
  'vary',
  'www-authenticate',
  'allow',
  'retry-after',
  'es-currentversion',
  'es-position',
  'es-expectedversion',
]

/** Members whose values are measurements or log addresses: compared by type only. */
const volatileMembers = new Set(
  `coreProcessingTime msgTypeId readsInProgress writesInProgress bufferedEvents checkpointStatus writePendingEventsBeforeCheckpoint
  writePendingEventsAfterCheckpoint $c $p commitPosition preparePosition timeToLiveMs lastProcessedEventPosition lastKnownEventPosition
  averageItemsPerSecond countSinceLastMeasurement totalItemsProcessed esVersion updated published created timestamp $o features
  authentication`.split(/\s+/),
)

const isoDate = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/g
const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const logPosition = /\b([CP]):\s?-?\d+/g
const stackFrames = /\r?\n {3}at [\s\S]*$/
const hexPosition = /\b[0-9A-F]{32}\b/g
const jsonToken = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: Record<string, string>
  readonly body: Json
  readonly layout?: string
}

type Variables = Record<string, string>

const fill = (text: string, variables: Variables): string => text.replace(/\$\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

function toRequest(step: Step, variables: Variables): Request {
  const { method = 'GET', path, headers = {}, auth, body } = step.request
  const url = fill(path, variables)
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, variables)]))
  if (auth !== undefined) filled.Authorization = `Basic ${btoa(auth)}`
  const content = body === undefined ? undefined : fill(typeof body === 'string' ? body : JSON.stringify(body), variables)
  return new Request(/^https?:/.test(url) ? url : base + url, {
    method,
    headers: filled,
    redirect: 'manual',
    ...(content !== undefined && { body: content }),
  })
}

/** Reads an answer twice: with the spelling of every number and string kept for comparing, and plainly for polls and captures. */
async function readAnswer(response: Response): Promise<{ exact: Answer; plain: Answer }> {
  const text = (await response.text()).replaceAll(base, '{base}')
  const headers: Record<string, string> = {}
  for (const name of comparedHeaders) {
    const value = response.headers.get(name)
    if (value !== null && value !== '') headers[name] = value.replaceAll(base, '{base}')
  }
  const { status, statusText } = response
  const unparsed: Answer = { status, statusText, headers, body: text }
  if (!/json/.test(headers['content-type'] ?? '') && !/^\s*[[{]/.test(text)) return { exact: unparsed, plain: unparsed }
  try {
    const plain = JSON.parse(text) as Json
    const spelled = keepSpelling(text)
    const body = JSON.parse(spelled) as Json
    const layout = spelled === JSON.stringify(body) ? 'compact' : spelled === JSON.stringify(body, null, 2) ? 'indented' : 'other'
    return { exact: { status, statusText, headers, body, layout }, plain: { ...unparsed, body: plain } }
  } catch {
    return { exact: unparsed, plain: unparsed }
  }
}

/** JSON text in which every number or string that JSON.stringify would spell differently is a string `#spelling`. */
const keepSpelling = (text: string): string =>
  text.replace(jsonToken, (token) => {
    const ours = token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : String(Number(token))
    return ours === token ? token : JSON.stringify(`#${token}`)
  })

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (inner === undefined || inner === null ? undefined : (inner as Record<string, unknown>)[name]),
    value,
  )

/** The text that patterns are matched against: numbers and words as they are, everything else as JSON. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

async function playStep(step: Step, send: Send, variables: Variables): Promise<Answer> {
  if (step.wait) await sleep(step.wait)
  const deadline = Date.now() + (step.poll?.timeoutMs ?? 15_000)
  for (;;) {
    const { exact, plain } = await readAnswer(await send(toRequest(step, variables)))
    const settled = !step.poll || new RegExp(step.poll.matches).test(asText(at(plain, step.poll.path))) || Date.now() > deadline
    if (!settled) {
      await sleep(step.poll?.everyMs ?? 50)
      continue
    }
    for (const [name, from] of Object.entries(step.capture ?? {})) {
      const found = from.header !== undefined ? exact.headers[from.header] : at(plain.body, from.body ?? [])
      const value = found === null ? '' : asText(found)
      const captured = from.match === undefined ? value : (new RegExp(from.match).exec(value)?.[1] ?? '')
      variables[name] = captured.replaceAll('{base}', base)
    }
    return exact
  }
}

/**
 * Plays every step in order.
 *
 * @param send answers a request, e.g. `store.fetch`.
 * @returns one result for each step; steps after one that threw are `not reached`.
 */
export async function runScenario(scenario: Scenario, send: Send): Promise<StepResult[]> {
  const requests = JSON.stringify(scenario.steps.map((step) => step.request))
  const known = new Set(requests.match(guid)?.map((id) => id.toLowerCase()))
  const variables: Variables = { base }
  const ids = createProjectionIds()
  const results: StepResult[] = []
  for (const step of scenario.steps) {
    try {
      results.push({ step, differences: compareStep(step, await playStep(step, send, variables), known, ids) })
    } catch (error) {
      results.push({ step, differences: [`threw ${error instanceof Error ? error.stack : String(error)}`] })
      break
    }
  }
  for (const step of scenario.steps.slice(results.length)) results.push({ step, differences: ['not reached'] })
  return results
}

function compareStep(step: Step, actual: Answer, known: ReadonlySet<string>, ids: ProjectionIds): string[] {
  const ignored = (step.ignore ?? []).map(toPattern)
  const isIgnored = (path: string): boolean => ignored.some((pattern) => pattern.test(path))
  const found: string[] = []

  const compareOrder = (path: string, expected: Record<string, unknown>, got: Record<string, unknown>): void => {
    const mine = Object.keys(expected).filter((name) => name in got)
    const theirs = Object.keys(got).filter((name) => name in expected)
    if (mine.join() !== theirs.join() && !isIgnored(`${path}.#order`)) {
      found.push(`${path}.#order: expected ${mine.join()}, got ${theirs.join()}`)
    }
  }

  const compare = (path: string, expected: unknown, got: unknown): void => {
    if (isIgnored(path) || (path === 'layout' && expected === 'other')) return
    if (Array.isArray(expected) && Array.isArray(got)) {
      if (expected.length !== got.length && !isIgnored(`${path}.length`))
        found.push(`${path}.length: expected ${expected.length}, got ${got.length}`)
      const shared = Math.min(expected.length, got.length)
      for (let index = 0; index < shared; index++) compare(`${path}[${index}]`, expected[index], got[index])
    } else if (isRecord(expected) && isRecord(got)) {
      if (path.startsWith('body')) compareOrder(path, expected, got)
      for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
        compare(path ? `${path}.${name}` : name, expected[name], got[name])
      }
    } else if (!Object.is(expected, got) && !ids.areSame(expected, got)) {
      found.push(`${path}: expected ${short(expected)}, got ${short(got)}`)
    }
  }

  compare('', mask(step.expect, known), mask(actual, known))
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const toPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.[\]$]/g, '\\$&')
      .replace(/\\\[\*\\\]/g, '\\[\\d+\\]')
      .replace(/\*\*/g, '.*')}$`,
  )

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** Replaces values that differ between two runs of the same server: times, new ids, positions, measurements. */
function mask(value: unknown, known: ReadonlySet<string>, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, known, name))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mask(item, known, key)]))
  if (volatileMembers.has(name) && value !== null) {
    return typeof value === 'string' && /^#-?\d/.test(value) ? '<number>' : `<${typeof value}>`
  }
  if (name === 'etag' || name === 'eTag') return String(value).replace(/;-?\d+/, ';<hash>')
  if (name === 'es-position') return '<position>'
  if (typeof value !== 'string') return value
  return value
    .replace(stackFrames, '')
    .replace(isoDate, '<date>')
    .replace(guid, (id) => (known.has(id.toLowerCase()) ? id.toLowerCase() : '<guid>'))
    .replace(logPosition, '$1:<n>')
    .replace(hexPosition, '<position>')
    .replaceAll('\r\n', '\n')
}
