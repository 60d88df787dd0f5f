// Decides whether a document is a scenario, and says of everything that is wrong where it stands.

import { releases } from '../../base/release/releases.ts'
import { readGuid } from '../../http/pipeline/request/numbers.ts'
import { allStream } from '../../streams/system.ts'
import { scenarioModes } from './scenario.ts'
import { lesson } from './lesson-problems.ts'
import type { Members, Problem } from '../shape.ts'
import { checkMembers, content, flag, list, members, nonEmptyText, oneOf, record, text, when } from '../shape.ts'

export type { Problem } from '../shape.ts'

/** @returns everything that is wrong with it, in the order of the document; empty for a scenario. */
export function scenarioProblems(document: unknown): readonly Problem[] {
  const problems = checkMembers('', document, scenario)
  // Relations between parts are checked only where every part is valid by itself.
  if (problems.length > 0) return problems
  const { users = [], events = [], projections = [] } = document as Parts
  return [
    ...repeated('users', 'login', users),
    ...repeated(
      'events',
      'id',
      events.map(({ id }) => ({ id: id?.toLowerCase() })),
    ),
    ...repeated('projections', 'name', projections),
    ...projections.flatMap(impossibleProjection),
  ]
}

interface Parts {
  readonly users?: readonly { readonly login: string }[]
  readonly events?: readonly { readonly id?: string }[]
  readonly projections?: readonly ProjectionParts[]
}

interface ProjectionParts {
  readonly name: string
  readonly mode?: string
  readonly emit?: boolean
  readonly checkpoints?: boolean
}

const time = when('a time like "2026-01-01T00:00:00Z"', (value) => typeof value === 'string' && isTime(value))

/** A date alone would be read in the time zone of the machine, or not, depending on its spelling. */
const isTime = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

const guid = when('a GUID', (value) => typeof value === 'string' && readGuid(value) !== undefined)

const streamName = when(
  'the name of a stream',
  (value) => typeof value === 'string' && value !== '' && value !== allStream && value !== `$$${allStream}`,
)

const user: Members = {
  login: { required: true, check: nonEmptyText },
  password: { required: true, check: nonEmptyText },
  fullName: { check: text },
  groups: { check: list(nonEmptyText) },
  disabled: { check: flag },
}

const event: Members = {
  stream: { required: true, check: streamName },
  type: { required: true, check: nonEmptyText },
  data: { check: content },
  metadata: { check: content },
  isJson: { check: flag },
  id: { check: guid },
  at: { check: time },
}

/** @returns everything that is wrong with one event that stands for itself. */
export const eventProblems = (document: unknown): readonly Problem[] => checkMembers('', document, event)

/** The name of a file without `./` would be a query that fails at run time. */
const isBareName = (query: string): boolean => /^[\w@-]+(?:[./][\w@-]+)*\.[cm]?[jt]s$/.test(query)

const projection: Members = {
  name: { required: true, check: when('a text that is not blank', (value) => typeof value === 'string' && value.trim() !== '') },
  query: {
    required: true,
    check: when('a text, a list of lines, or a path like "./totals.js"', (value) =>
      Array.isArray(value) ? value.every((line) => typeof line === 'string') : typeof value === 'string' && !isBareName(value),
    ),
  },
  mode: { check: oneOf(scenarioModes) },
  emit: { check: flag },
  checkpoints: { check: flag },
  track: { check: flag },
  enabled: { check: flag },
  engine: { check: when('1 or 2', (value) => value === 1 || value === 2) },
}

const scenario: Members = {
  version: { required: true, check: when('1, the version of this format', (value) => value === 1) },
  // Names the format for editors that know it.
  $schema: { check: text },
  clock: { check: time },
  release: { check: oneOf(releases) },
  users: { check: list(members(user)) },
  streams: {
    check: record(
      streamName,
      when('an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
    ),
  },
  events: { check: list(members(event)) },
  projections: { check: list(members(projection)) },
  title: { check: nonEmptyText },
  description: { check: nonEmptyText },
  lesson: { check: lesson },
  next: { check: members({ title: { required: true, check: nonEmptyText }, src: { required: true, check: nonEmptyText } }) },
}

function repeated<K extends string>(path: string, key: K, items: readonly { readonly [k in K]?: string }[]): Problem[] {
  const first = new Map<string, number>()
  return items.flatMap((item, index) => {
    const value = item[key]
    const before = value === undefined ? undefined : first.get(value)
    if (value !== undefined && before === undefined) first.set(value, index)
    return before === undefined ? [] : [{ path: `${path}[${index}].${key}`, message: `the same as ${path}[${before}].${key}` }]
  })
}

/** Finds a combination that the server refuses (projections-http §5.2). */
function impossibleProjection({ mode = 'continuous', emit, checkpoints }: ProjectionParts, index: number): Problem[] {
  if (mode !== 'one-time' || !emit || checkpoints) return []
  return [{ path: `projections[${index}].emit`, message: 'a one-time projection that emits needs "checkpoints": true' }]
}
