// Decides what a repeated deletion does to a run over types: the server locks the partition twice at one position, and faults.

import type { Position, RecordedEvent } from '../../base/events/events.ts'
import { isSystemStream, linkType } from '../../streams/system.ts'
import { printTag } from '../model/positions/checkpoint-text.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { tagBehind } from '../model/positions/checkpoint.ts'
import type { Delivered } from './delivery.ts'

export interface Repeats {
  /** The live reader goes on from there. */
  begin(live: Position): void
  /** @param record in the order of the log. @param before finds the run's position before it: only a fault names that. */
  check(delivered: Delivered, record: RecordedEvent, before: () => Tag): Delivered
}

export function createRepeats(): Repeats {
  /** Everything in the log from `since` on was seen here. */
  let since: Position = Infinity
  /** The newest event of a user; behind it the server drops a repeated deletion. */
  let last: Position = -1
  return {
    begin(live) {
      if (live < since) [since, last] = [live, -1]
    },
    check(delivered, record, before) {
      if (delivered.kind !== 'repeated') {
        if (record.type !== linkType && !isSystemStream(record.stream)) last = record.position
        return delivered
      }
      const { position, stream } = delivered
      if (position < since || last > position) return delivered
      const place = printTag(tagBehind(before(), [{ stream, number: 0, position }]))
      const message = `Attempt to relock the '${stream}' partition state locked at the '${place}' position at the earlier position '${place}'`
      return { kind: 'fault', message }
    },
  }
}
