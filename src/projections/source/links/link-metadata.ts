// Reads the members of a link's metadata that decide about its delivery (projection-language §5.3).

import { readStampedPosition } from '../../model/positions/provenance.ts'
import { withoutStreams } from './without-streams.ts'

export interface LinkFacts {
  /** Whether the metadata are an object whose position, if any, has the right types. */
  readonly isReadable: boolean
  /** Whether they contain a log position; otherwise the target's metadata must be readable too. */
  readonly hasLogPosition: boolean
  /** `$o`: the stream that the link stands for. */
  readonly origin: string | undefined
  /** Whether they have a member `$deleted`, which marks the target's stream as gone. */
  readonly marksDeletion: boolean
}

const unreadable: LinkFacts = { isReadable: false, hasLogPosition: false, origin: undefined, marksDeletion: false }

/** @param metadata null if there are none. */
export function linkFacts(metadata: string | null): LinkFacts {
  if (metadata === null) return { ...unreadable, isReadable: true }
  const position = readStampedPosition(withoutStreams(metadata), { id: 0 })
  if (!position) return unreadable
  const { tag, extra } = position
  const origin = extra.get('$o')
  return {
    isReadable: true,
    hasLogPosition: tag?.kind === 'log' || tag?.kind === 'types',
    origin: typeof origin === 'string' ? origin : undefined,
    marksDeletion: extra.get('$deleted') !== undefined,
  }
}

/** Only valid JSON that is no position makes a target unreadable. */
export const isTargetReadable = (metadata: string | null): boolean =>
  metadata === null || metadata === '{}' || isStampedOrNoJson(withoutStreams(metadata))

const isStampedOrNoJson = (metadata: string): boolean => !isJson(metadata) || readStampedPosition(metadata, { id: 0 }) !== undefined

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
