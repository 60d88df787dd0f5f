// Notes what a traced run did beyond states and results: the fault of a handler, and the streams that it writes to.

import { textOf } from '../../../base/bytes.ts'
import type { TraceFault, TracePart } from '../../observe/trace.ts'
import type { Storage } from '../../../storage/storage.ts'
import type { UpgradeOptions } from '../changes.ts'

export class RunNotes {
  readonly streams = new Set<string>()
  /** Of a handler. */
  fault: TraceFault | undefined

  async *noting(parts: AsyncIterable<TracePart>): AsyncGenerator<TracePart, void> {
    for await (const part of parts) {
      if (part.kind === 'steps')
        for (const { emitted, fault } of part.steps) {
          for (const { stream } of emitted) this.streams.add(stream)
          this.fault ??= fault
        }
      yield part
    }
  }
}

/** @param runs by the first and by the second engine. */
export async function shownBy(
  storage: Storage,
  [one, other]: readonly [RunNotes, RunNotes],
): Promise<NonNullable<UpgradeOptions['shown']>> {
  const foreignStreams: string[] = []
  for (const stream of other.streams) if (await hasForeignEvents(storage, stream)) foreignStreams.push(stream)
  return { fault: one.fault && other.fault, foreignStreams }
}

/** What projections of the first engine write has their version in its metadata. */
const stamp = /"\$v"\s*:/

async function hasForeignEvents(storage: Storage, stream: string): Promise<boolean> {
  const [last] = await storage.read((tx) => tx.stream(stream, { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1 }))
  return last !== undefined && !stamp.test(textOf(last.metadata))
}
