// Guards the operations of a storage: none outlives its transaction or keeps others waiting for long, and listeners hear of their changes.

import { sliceEvents } from '../base/events/event-table.ts'
import type { Position, RecordedEvent } from '../base/events/events.ts'
import { realTime } from '../base/time/real-time.ts'
import type { TimeSlice } from '../base/time/time-slice.ts'
import { createTimeSlice } from '../base/time/time-slice.ts'
import type { Activity } from './auto-commit.ts'
import type { Changes } from './hints.ts'
import type { Range, ReadTransaction, WriteTransaction } from './storage.ts'

/** What a storage does in a transaction: the port, without its guards. */
export interface Operations extends Omit<WriteTransaction, 'head' | 'dropEvents'> {
  /** @returns names of the streams that lost an event. */
  dropEvents(positions: readonly Position[]): Promise<Iterable<string>>
  /** Whether operations answer in the task that asks, so that a transaction would keep all others waiting from its beginning to its end. */
  readonly answerAtOnce: boolean
  /** Lets the work of others run, without ending the transaction. */
  letOthersRun(): Promise<void>
  /** The most ids to look for in one piece. */
  readonly mostIds: number
}

/** The most events to append in one piece: as many as one or two records of IndexedDB take. */
const mostAppended = 1024
/** The most events to read in one piece. */
const mostRead = 4096

/** @param changes undefined for a reader, who gets the reading half alone. */
export function guarded(operations: Operations, activity: Activity, changes: Changes | undefined): WriteTransaction {
  const timeSlice = createTimeSlice(8, realTime, operations.letOthersRun)
  const answerOf = async <Answer>(operation: Promise<Answer>): Promise<Answer> => {
    const answer = await operation
    if (operations.answerAtOnce) await timeSlice.end()
    else timeSlice.begin()
    return answer
  }
  const ask =
    <Given extends readonly unknown[], Answer>(operation: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      activity.use()
      return await activity.during(answerOf(operation(...given)))
    }
  const reads: ReadTransaction = {
    end: ask(operations.end),
    head: ask(async (stream) => (await operations.headsOf([stream]))[0]),
    headsOf: ask(operations.headsOf),
    heads: ask(operations.heads),
    stream: ask((stream, range) =>
      readInPieces(
        range,
        ({ number }) => number,
        timeSlice,
        (piece) => operations.stream(stream, piece),
      ),
    ),
    log: ask((range) => readInPieces(range, ({ position }) => position, timeSlice, operations.log)),
    firstWithId: ask(async (ids) => {
      const found = await inPieces(ids.length, operations.mostIds, timeSlice, (from, to) => operations.firstWithId(ids.slice(from, to)))
      return found.flat()
    }),
    dropped: ask(operations.dropped),
    tables: ask(operations.tables),
    row: ask(operations.row),
    rows: ask(operations.rows),
  }
  if (!changes) return reads as WriteTransaction

  const order = (operation: () => void): void => {
    activity.use()
    operation()
  }
  const change = (table: string, operation: () => void): void => {
    order(operation)
    changes.table(table)
  }
  return {
    ...reads,
    append: ask(async (events) => {
      const [first] = await inPieces(events.count, mostAppended, timeSlice, async (from, to) => {
        activity.use()
        const piece = sliceEvents(events, from, to)
        const at = await operations.append(piece)
        changes.append(piece, at)
        return at
      })
      return first!
    }),
    putHead: (head) => order(() => operations.putHead(head)),
    putRow: (table, key, row) => change(table.name, () => operations.putRow(table, key, row)),
    deleteRow: (table, key) => change(table.name, () => operations.deleteRow(table, key)),
    deleteRows: (table, prefix) => change(table.name, () => operations.deleteRows(table, prefix)),
    dropEvents: ask(async (positions) => changes.drop(await operations.dropEvents(positions))),
    clear() {
      order(operations.clear)
      changes.all()
    },
    restore: ask((log) => {
      changes.all()
      return operations.restore(log)
    }),
  }
}

/** Takes so many things in pieces, at least in one. @returns the answers for them. */
async function inPieces<T>(
  count: number,
  most: number,
  timeSlice: TimeSlice,
  take: (from: number, to: number) => Promise<T>,
): Promise<T[]> {
  const answers = [await take(0, Math.min(most, count))]
  for (let from = most; from < count; from += most) {
    await timeSlice.end()
    answers.push(await take(from, Math.min(from + most, count)))
  }
  return answers
}

async function readInPieces(
  range: Range,
  keyOf: (event: RecordedEvent) => number,
  timeSlice: TimeSlice,
  read: (range: Range) => Promise<RecordedEvent[]>,
): Promise<RecordedEvent[]> {
  if (range.limit <= mostRead) return await read(range)
  const step = range.direction === 'forward' ? 1 : -1
  const pieces: RecordedEvent[][] = []
  for (let { from, limit } = range; limit > 0;) {
    const piece = await read({ ...range, from, limit: Math.min(limit, mostRead) })
    pieces.push(piece)
    if (piece.length < Math.min(limit, mostRead)) break
    from = keyOf(piece.at(-1)!) + step
    limit -= piece.length
    await timeSlice.end()
  }
  return pieces.flat()
}
