// Says in words what the request of a lesson's step does, for its button.

import { sentHeader } from '../../../base/release/spelling.ts'
import type { LessonRequest } from '../../../engine/scenario/scenario.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { lesson } from '../../strings/english/lesson.ts'

/** Characters of a body on a button. */
const mostShown = 60

/** @returns e.g. `Append PageVisited { page: '/about' }`; method and path where the request has no name of its own. */
export const labelOf = (request: LessonRequest): string => visibleLine(sentLabel(request))

function sentLabel(request: LessonRequest): string {
  const { method, path } = request
  const [, kind = '', name = '', ...rest] = path.split('?')[0]!.split('/').map(decoded)
  const known =
    kind === 'streams' ? streamLabel(request, name, rest) : kind === 'projection' ? projectionLabel(request, name, rest) : undefined
  if (known) return known
  const created = kind === 'projections' && method === 'POST' ? new URLSearchParams(path.split('?')[1]).get('name') : undefined
  return created ? lesson.sends.createProjection(created) : `${method} ${path}`
}

function streamLabel({ method, headers, body }: LessonRequest, stream: string, [part]: readonly string[]): string | undefined {
  const header = headerReader(headers)
  if (method === 'POST' && part === undefined) {
    const type = sentHeader(header, 'eventType')
    if (type) return lesson.sends.append(type, brief(body))
    const events = Array.isArray(body) ? (body as readonly { readonly eventType?: unknown; readonly data?: unknown }[]) : []
    if (events.length === 1) return lesson.sends.append(String(events[0]!.eventType), brief(events[0]!.data))
    return events.length > 1 ? lesson.sends.appendSeveral(events.length, stream) : undefined
  }
  if (method === 'POST' && part === 'metadata') return lesson.sends.setMetadata(stream, brief(body))
  if (method === 'DELETE' && part === undefined)
    return sentHeader(header, 'hardDelete') === 'true' ? lesson.sends.deleteForGood(stream) : lesson.sends.deleteStream(stream)
  return method === 'GET' && stream ? lesson.sends.read([stream, part].filter(Boolean).join('/')) : undefined
}

function projectionLabel({ method }: LessonRequest, name: string, [part, command]: readonly string[]): string | undefined {
  if (part === 'command' && command) return lesson.sends.command(command, name)
  if (method === 'PUT' && part === 'query') return lesson.sends.saveQuery(name)
  return method === 'DELETE' && part === undefined ? lesson.sends.deleteProjection(name) : undefined
}

function headerReader(headers: LessonRequest['headers'] = {}): (name: string) => string | undefined {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => byName.get(name)
}

/** A value as JavaScript would spell it, on one line and cut where it is long. */
function brief(value: unknown): string {
  if (value === undefined) return ''
  const text = spelled(value)
  return text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text
}

function spelled(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(spelled).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, member]) => `${/^[$\w]+$/.test(name) ? name : spelled(name)}: ${spelled(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
