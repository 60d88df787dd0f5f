// Finds where two answers differ, apart from what differs between two runs of one server.

import type { ProjectionIds } from './projection-ids.ts'

/** A place where two values differ, and what each has there, printed. */
export interface AnswerDifference {
  readonly path: string
  readonly one: string
  readonly other: string
}

export interface ComparedBy {
  /** Paths that need not agree; `*` stands for any index, `**` for anything. */
  readonly ignore?: readonly string[]
  /** GUIDs, in lower case, that the requests contain: others may differ. */
  readonly known: ReadonlySet<string>
  readonly ids: ProjectionIds
}

/** Members whose values are measurements, or addresses in the log or the network: compared by type only. */
const volatileMembers = new Set(
  `coreProcessingTime msgTypeId readsInProgress writesInProgress bufferedEvents checkpointStatus writePendingEventsBeforeCheckpoint
  writePendingEventsAfterCheckpoint $c $p commitPosition preparePosition timeToLiveMs lastProcessedEventPosition lastKnownEventPosition
  averageItemsPerSecond countSinceLastMeasurement totalItemsProcessed esVersion updated published created timestamp $o features
  authentication currentIdleTime measureTime httpEndPointIp httpEndPointPort internalHttpEndPointIp internalHttpEndPointPort serverIp
  serverPort`.split(/\s+/),
)

const isoDate = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/g
export const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const logPosition = /\b([CP]):\s?-?\d+/g
const stackFrames = /\r?\n {3}at [\s\S]*$/
const hexPosition = /\b[0-9A-F]{32}\b/g

/** Everything in `one` that `other` has otherwise, in the order of `one`. */
export function differencesOf(one: unknown, other: unknown, { ignore = [], known, ids }: ComparedBy): AnswerDifference[] {
  const ignored = ignore.map(toPattern)
  const isIgnored = (path: string): boolean => ignored.some((pattern) => pattern.test(path))
  const found: AnswerDifference[] = []

  const compareOrder = (path: string, expected: Record<string, unknown>, got: Record<string, unknown>): void => {
    const mine = Object.keys(expected).filter((name) => name in got)
    const theirs = Object.keys(got).filter((name) => name in expected)
    if (mine.join() !== theirs.join() && !isIgnored(`${path}.#order`))
      found.push({ path: `${path}.#order`, one: mine.join(), other: theirs.join() })
  }

  const compare = (path: string, expected: unknown, got: unknown): void => {
    if (isIgnored(path) || (path === 'layout' && expected === 'other')) return
    if (Array.isArray(expected) && Array.isArray(got)) {
      if (expected.length !== got.length && !isIgnored(`${path}.length`))
        found.push({ path: `${path}.length`, one: String(expected.length), other: String(got.length) })
      const shared = Math.min(expected.length, got.length)
      for (let index = 0; index < shared; index++) compare(`${path}[${index}]`, expected[index], got[index])
    } else if (isRecord(expected) && isRecord(got)) {
      if (path.startsWith('body')) compareOrder(path, expected, got)
      for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
        compare(path ? `${path}.${name}` : name, expected[name], got[name])
      }
    } else if (!Object.is(expected, got) && !ids.areSame(expected, got)) {
      found.push({ path, one: short(expected), other: short(got) })
    }
  }

  compare('', mask(one, known), mask(other, known))
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
