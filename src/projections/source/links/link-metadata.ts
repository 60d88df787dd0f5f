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

/** Of the links that were read last: all projections over the log meet the same ones, and most look at them twice. */
const known = new Map<string, LinkFacts>()
/** Those of two long batches. */
const mostKnown = 8192
/** Characters of metadata to keep; positions in many streams take more. */
const mostKept = 1000

/** @param metadata null if there are none. */
export function linkFacts(metadata: string | null): LinkFacts {
  if (metadata === null) return { ...unreadable, isReadable: true }
  if (metadata.length > mostKept) return readFacts(metadata)
  const found = known.get(metadata)
  if (found) return found
  const facts = readFacts(metadata)
  if (known.size >= mostKnown) known.clear()
  known.set(metadata, facts)
  return facts
}

/** As projections over the log print it: most links of a store are such ones, and the reader of JSON would take a tenth of all indexing. */
const printed =
  // eslint-disable-next-line no-control-regex -- JSON has none inside a text
  /^\{"\$v":"\d+:-?\d+:\d+:\d+","\$c":(?:0|[1-9]\d{0,14}),"\$p":(?:0|[1-9]\d{0,14}),"\$o":"([^"\\\u0000-\u001f]*)"(?:,"\$causedBy":"[-\da-f]+")?\}$/

function readFacts(metadata: string): LinkFacts {
  const origin = printed.exec(metadata)?.[1]
  return origin === undefined ? parseFacts(metadata) : { isReadable: true, hasLogPosition: true, origin, marksDeletion: false }
}

/** The same for any text. */
export function parseFacts(metadata: string): LinkFacts {
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
