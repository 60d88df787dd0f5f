// Decides which steps are listed, and where buttons and keys lead.

import { hasModifier } from '../../kit/modifiers.ts'
import type { StepRow } from '../trace/step-history.ts'
import { firstAtOrAfter } from '../../../base/sorted.ts'

export interface StepFilter {
  readonly show: 'all' | 'read' | 'handled' | 'changes'
  /** Undefined for all. */
  readonly partition: string | undefined
  /** Event type; undefined for all. */
  readonly type: string | undefined
}

export const everyStep: StepFilter = { show: 'all', partition: undefined, type: undefined }

export const isHandled = ({ skipped }: StepRow): boolean => skipped === undefined

const shows: Readonly<Record<StepFilter['show'], (row: StepRow) => boolean>> = {
  all: () => true,
  read: ({ skipped }) => skipped !== 'stream-not-read',
  handled: isHandled,
  changes: ({ isChange, isFault }) => isChange || isFault,
}

export const passes = (row: StepRow, { show, partition, type }: StepFilter): boolean =>
  shows[show](row) && (partition === undefined || row.partition === partition) && (type === undefined || row.type === type)

/** Indexes of the steps from `from` on that pass the filter. */
export function indexesOf(rows: readonly StepRow[], filter: StepFilter, from = 0): number[] {
  const indexes: number[] = []
  for (let index = from; index < rows.length; index++) if (passes(rows[index]!, filter)) indexes.push(index)
  return indexes
}

export type Move = 'first' | 'last' | `${'' | 'page-' | 'handled-' | 'change-' | 'stop-'}${'back' | 'forward'}`

/** Steps per page. */
export const pageLength = 10

/**
 * @param listed indexes of the listed steps, in order.
 * @param place position in the list where the move starts.
 * @param isStop whether the reader wants to stop at a step.
 * @returns the place that the move leads to, if any.
 */
export function destination(
  rows: readonly StepRow[],
  listed: readonly number[],
  place: number,
  move: Move,
  isStop: (row: StepRow) => boolean = () => false,
): number | undefined {
  const last = listed.length - 1
  const row = rows[listed[place] ?? -1]
  const at = (to: number) => (): number | undefined => (last < 0 || to === place ? undefined : to)
  const near = (direction: 1 | -1, isWanted: (row: StepRow) => boolean) => () => nearest(rows, listed, place, direction, isWanted)
  const leads: Readonly<Record<Move, () => number | undefined>> = {
    first: at(0),
    last: at(last),
    back: at(Math.max(0, place - 1)),
    forward: at(Math.min(last, place + 1)),
    'page-back': at(Math.max(0, place - pageLength)),
    'page-forward': at(Math.min(last, place + pageLength)),
    'handled-back': near(-1, isHandled),
    'handled-forward': near(1, isHandled),
    'change-back': near(-1, changesLike(row)),
    'change-forward': near(1, changesLike(row)),
    'stop-back': near(-1, isStop),
    'stop-forward': near(1, isStop),
  }
  return leads[move]()
}

/** Matches changes of the row's partition, or of any partition if it has none. */
const changesLike =
  (row: StepRow | undefined) =>
  ({ partition, isChange, isFault }: StepRow): boolean =>
    (isChange || isFault) && (row?.partition === undefined || partition === row.partition)

function nearest(
  rows: readonly StepRow[],
  listed: readonly number[],
  place: number,
  direction: 1 | -1,
  isWanted: (row: StepRow) => boolean,
): number | undefined {
  for (let to = place + direction; to >= 0 && to < listed.length; to += direction) if (isWanted(rows[listed[to]!]!)) return to
  return undefined
}

/** @returns the place of the step, else of the next listed one, else of the last. */
export const nearestPlace = (listed: readonly number[], index: number): number =>
  Math.max(0, Math.min(firstAtOrAfter(listed, index, Number), listed.length - 1))

/** Where a key leads, and where it leads with Shift. */
const moves: Readonly<Record<string, readonly [Move, Move?]>> = {
  ArrowLeft: ['back', 'handled-back'],
  ArrowUp: ['back', 'change-back'],
  ArrowRight: ['forward', 'handled-forward'],
  ArrowDown: ['forward', 'change-forward'],
  PageUp: ['page-back', 'stop-back'],
  PageDown: ['page-forward', 'stop-forward'],
  Home: ['first'],
  End: ['last'],
}

/** @returns undefined for keys that the stepper does not use. */
export const moveForKey = (event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>): Move | undefined =>
  hasModifier(event) ? undefined : moves[event.key]?.[event.shiftKey ? 1 : 0]
