// Chooses the consumer of a group that gets a message: in turns, the first one with room, or always the same for a stream (grpc §12).

import { textOf } from '../../base/bytes.ts'
import { hashText } from '../../base/hash.ts'
import type { ReadEvent } from '../../streams/read/links.ts'
import { linkTarget } from '../../streams/read/link-target.ts'

/** A consumer, as far as the choice needs it. */
export interface Candidate {
  hasRoom(): boolean
}

export interface Strategy<Consumer extends Candidate> {
  /** @returns undefined if the message has to wait. */
  choose(consumers: readonly Consumer[], read: ReadEvent): Consumer | undefined
}

export function strategyOf<Consumer extends Candidate>(name: string): Strategy<Consumer> {
  switch (name) {
    case 'DispatchToSingle':
      return { choose: (consumers) => consumers.find((consumer) => consumer.hasRoom()) }
    case 'Pinned':
      return new Pinned(sourceStream)
    case 'PinnedByCorrelation':
      return new Pinned(correlation)
    default:
      return new RoundRobin()
  }
}

class RoundRobin<Consumer extends Candidate> implements Strategy<Consumer> {
  #last: Consumer | undefined

  choose(consumers: readonly Consumer[]): Consumer | undefined {
    const next = this.#last ? consumers.indexOf(this.#last) + 1 : 0
    const inTurn = [...consumers.slice(next), ...consumers.slice(0, next)]
    const chosen = inTurn.find((consumer) => consumer.hasRoom())
    if (chosen) this.#last = chosen
    return chosen
  }
}

/** How many parts the sources are split into. */
const parts = 1024

class Pinned<Consumer extends Candidate> implements Strategy<Consumer> {
  readonly #source: (read: ReadEvent) => string
  readonly #assigned = new Map<number, Consumer>()

  constructor(source: (read: ReadEvent) => string) {
    this.#source = source
  }

  /** A part keeps its consumer while that is there; a new one goes to the consumer with the fewest parts. */
  choose(consumers: readonly Consumer[], read: ReadEvent): Consumer | undefined {
    const part = (hashText(this.#source(read)) >>> 0) % parts
    const before = this.#assigned.get(part)
    const consumer = before && consumers.includes(before) ? before : this.#leastBusy(consumers)
    if (!consumer) return undefined
    this.#assigned.set(part, consumer)
    return consumer.hasRoom() ? consumer : undefined
  }

  #leastBusy(consumers: readonly Consumer[]): Consumer | undefined {
    const counts = new Map(consumers.map((consumer) => [consumer, 0]))
    for (const consumer of this.#assigned.values()) if (counts.has(consumer)) counts.set(consumer, counts.get(consumer)! + 1)
    return [...counts].sort(([, one], [, other]) => one - other)[0]?.[0]
  }
}

function sourceStream(read: ReadEvent): string {
  if (read.kind === 'resolved') return read.event.stream
  if (read.kind === 'broken') return read.stream
  const target = linkTarget(read.event)
  return target.kind === 'target' ? target.stream : read.event.stream
}

function correlation(read: ReadEvent): string {
  const { metadata } = read.kind === 'broken' ? read.link : read.event
  const [, id] = /"\$correlationId"\s*:\s*"([^"]*)"/.exec(textOf(metadata)) ?? []
  return id ?? sourceStream(read)
}
