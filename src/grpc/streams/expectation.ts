// Reads the expected version of a write, and the events that it proposes (grpc §2, §5).

import type { NewEvent } from '../../base/events/events.ts'
import { expectedVersion } from '../../streams/streams.ts'
import type { MessageOf } from '../messages/shapes.ts'
import type { GrpcStatus } from '../status.ts'
import { appendTooLarge, eventTooLarge, handlerFailed, propertyMissing } from '../status.ts'
import type { CallFacts } from '../../base/release/facts.ts'
import { readId } from '../wire/ids.ts'

type Expectation =
  | { readonly case: 'revision' | 'streamPosition'; readonly value: bigint }
  | { readonly case: 'noStream' | 'any' | 'streamExists' | undefined; readonly value?: unknown }

/** @returns undefined where none is chosen. */
export function readExpected(expectation: Expectation): bigint | undefined {
  switch (expectation.case) {
    case 'revision':
    case 'streamPosition':
      return BigInt.asIntN(64, expectation.value)
    case 'noStream':
      return expectedVersion.noStream
    case 'any':
      return expectedVersion.any
    case 'streamExists':
      return expectedVersion.streamExists
    case undefined:
      return undefined
  }
}

const exact = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @returns text, or a copy of the bytes where they are no UTF-8. */
export function contentOf(bytes: Uint8Array): string | Uint8Array {
  if (bytes.length === 0) return ''
  try {
    return exact.decode(bytes)
  } catch {
    return bytes.slice()
  }
}

export type Proposed =
  { readonly kind: 'event'; readonly event: NewEvent; readonly size: number } | { readonly kind: 'refused'; readonly status: GrpcStatus }

/** Reads one proposed event: type and content type, then the id. */
export function readProposed(message: MessageOf<'streams.ProposedMessage'>): Proposed {
  const { metadata } = message
  for (const property of ['type', 'content-type'])
    if (!Object.hasOwn(metadata, property)) return { kind: 'refused', status: propertyMissing(property) }
  const [type, id] = [metadata['type']!, readId(message.id)]
  if (type === '' || id === undefined || id === emptyId) return { kind: 'refused', status: handlerFailed }
  const event: NewEvent = {
    id,
    type,
    data: contentOf(message.data),
    metadata: contentOf(message.customMetadata),
    isJson: metadata['content-type'] === 'application/json',
  }
  return { kind: 'event', event, size: message.data.length + message.customMetadata.length + 2 * type.length }
}

export const emptyId = '00000000-0000-0000-0000-000000000000'

/** The events of one append, as long as they fit. */
export class ProposedEvents {
  readonly events: NewEvent[] = []
  readonly #facts: CallFacts
  #size = 0

  constructor(facts: CallFacts) {
    this.#facts = facts
  }

  /** @returns the status that refuses the append; undefined where the event was added. */
  add(message: MessageOf<'streams.ProposedMessage'>): GrpcStatus | undefined {
    const { maxAppendSize, maxAppendEventSize } = this.#facts
    const proposed = readProposed(message)
    if (proposed.kind === 'refused') return proposed.status
    if (proposed.size > maxAppendEventSize) return eventTooLarge(proposed.event.id, proposed.size, maxAppendEventSize)
    this.#size += proposed.size
    if (this.#size > maxAppendSize) return appendTooLarge(maxAppendSize)
    this.events.push(proposed.event)
    return undefined
  }
}
