// Guards the operations of a storage: none outlives its transaction or keeps others waiting for long, and listeners hear of their changes.

import type { Cut } from '../base/events/cut.ts'
import { cutEvents } from '../base/events/cut.ts'
import { sliceEvents } from '../base/events/event-table.ts'
import type { Position, RecordedEvent } from '../base/events/events.ts'
import { contentOfAll } from '../base/events/events.ts'
import { realTime } from '../base/time/real-time.ts'
import type { TimeSlice } from '../base/time/time-slice.ts'
import { createTimeSlice } from '../base/time/time-slice.ts'
import type { Activity } from './auto-commit.ts'
import type { Changes } from './hints.ts'
import type { Range, ReadTransaction, WriteTransaction } from './storage.ts'

interface Piece {
  /** The most events to ask for. */
  readonly events: number
  /** Characters and bytes behind which `stream` and `log` end, with fewer events than asked for. */
  readonly enough: number
}

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
  /** What to read in one piece. Default: 4096 events, of any length. */
  readonly piece?: Piece
}

/** The most events to append in one piece: as many as one or two records of IndexedDB take. */
const mostAppended = 1024
/** Characters and bytes behind which a piece of an append ends. */
const enoughAppended = 1_000_000
const ordinaryPiece: Piece = { events: 4096, enough: Infinity }

/** @param changes undefined for a reader, who gets the reading half alone. */
export function guarded(operations: Operations, activity: Activity, changes: Changes | undefined): WriteTransaction {
  const timeSlice = createTimeSlice(8, realTime, operations.letOthersRun)
  const answerOf = async <Answer>(operation: Promise<Answer>): Promise<Answer> => {
    const answer = await operation
    if (!operations.answerAtOnce) timeSlice.begin()
    else if (timeSlice.isUsedUp()) await timeSlice.end()
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
    stream: ask(async (stream, range) => {
      // Many of them may be asked for in one task, as the targets of a page of links are.
      if (operations.answerAtOnce && timeSlice.isUsedUp()) await timeSlice.end()
      const read = (part: Range): Promise<RecordedEvent[]> => operations.stream(stream, part)
      return await readInPieces(range, { keyOf: ({ number }) => number, read, piece: operations.piece }, timeSlice)
    }),
    log: ask((range) =>
      readInPieces(range, { keyOf: ({ position }) => position, read: operations.log, piece: operations.piece }, timeSlice),
    ),
    firstWithId: ask(async (ids) => {
      const pieces = cutEvenly(ids.length, operations.mostIds)
      return (await inPieces(pieces, timeSlice, (start, end) => operations.firstWithId(ids.slice(start, end)))).flat()
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
      const pieces = events.count > 0 ? cutEvents(events, mostAppended, enoughAppended) : cutEvenly(0, mostAppended)
      const [first] = await inPieces(pieces, timeSlice, async (start, end) => {
        activity.use()
        const piece = sliceEvents(events, start, end)
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

/** @returns at least one piece. */
function cutEvenly(count: number, most: number): Cut[] {
  const pieces: Cut[] = [[0, Math.min(most, count)]]
  for (let start = most; start < count; start += most) pieces.push([start, Math.min(start + most, count)])
  return pieces
}

/** @returns the answers for the pieces. */
async function inPieces<T>(pieces: readonly Cut[], timeSlice: TimeSlice, take: (start: number, end: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const [index, [start, end]] of pieces.entries()) {
    if (index > 0) await timeSlice.end()
    answers.push(await take(start, end))
  }
  return answers
}

interface Reading {
  keyOf(event: RecordedEvent): number
  read(range: Range): Promise<RecordedEvent[]>
  readonly piece: Piece | undefined
}

async function readInPieces(
  range: Range,
  { keyOf, read, piece: { events, enough } = ordinaryPiece }: Reading,
  timeSlice: TimeSlice,
): Promise<RecordedEvent[]> {
  const step = range.direction === 'forward' ? 1 : -1
  const pieces: RecordedEvent[][] = []
  for (let { from, limit } = range; ;) {
    const most = Math.min(limit, events)
    const piece = await read({ ...range, from, limit: most })
    pieces.push(piece)
    limit -= piece.length
    if (limit <= 0 || (piece.length < most && !(contentOfAll(piece) > enough))) break
    from = keyOf(piece.at(-1)!) + step
    await timeSlice.end()
  }
  return pieces.length > 1 ? pieces.flat() : pieces[0]!
}
