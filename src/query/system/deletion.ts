// Decides which stream an event deletes, softly by metadata or by a tombstone (projection-language §5.4).

import { maxInt64 } from '../../base/events.ts'
import { isObject } from '../../base/realms.ts'
import type { QueryEvent } from '../query.ts'

export interface Subject {
  /** The stream that the event concerns; for a metastream's event the stream whose metadata it holds. */
  readonly stream: string
  readonly isDeletion: boolean
}

/** @param event read directly, not through a link. */
export function subjectOf(event: QueryEvent): Subject {
  const { stream } = event.record
  if (!stream.startsWith('$$')) return { stream, isDeletion: event.type === '$streamDeleted' }
  return { stream: stream.slice(2), isDeletion: event.type === '$metadata' && truncatesEverything(event.data) }
}

/** JSON.parse rounds 2^63-1, so the text must contain the exact digits as well. */
function truncatesEverything(data: string | null): boolean {
  if (data === null || !data.includes(maxInt64.toString())) return false
  const metadata = readJson(data)
  return isObject(metadata) && '$tb' in metadata && metadata.$tb === Number(maxInt64)
}

/** @returns undefined where the text is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
