// Decides the sizes of panes that a splitter divides, and remembers them for the next visit.

import type { GetStorage } from '../kit/kept.ts'
import { keep, recall } from '../kit/kept.ts'

/** Shares of the first pane in percent; undefined leaves them to the styles. */
export interface PaneSizes {
  /** Width of the query. */
  readonly columns?: number | undefined
  /** Height of the panes above the tabs. */
  readonly rows?: number | undefined
}
export type SplitAxis = keyof PaneSizes

export const smallestShare = 20
export const largestShare = 80

/** Percent that a key moves a splitter by. */
const keyStep = 2

const clampShare = (share: number): number => Math.min(largestShare, Math.max(smallestShare, Math.round(share * 10) / 10))

/** @returns the share that a key leads to in the ARIA window splitter pattern; undefined for other keys. */
export function shareForKey(key: string, share: number, axis: SplitAxis, isRtl: boolean): number | undefined {
  const [less, more] = axis === 'rows' ? ['ArrowUp', 'ArrowDown'] : isRtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  const next = { [less]: share - keyStep, [more]: share + keyStep, Home: smallestShare, End: largestShare }[key]
  return next === undefined ? undefined : clampShare(next)
}

/** The share of a pane that begins at `start` and is pulled to `at`, of both panes together. */
export const shareAt = (at: number, start: number, end: number): number =>
  clampShare(end === start ? 50 : (100 * (at - start)) / (end - start))

const key = 'rillbox-panes'

/** Nothing where the browser keeps nothing for the page, or something else is there. */
export function rememberedSizes(storage: GetStorage): PaneSizes {
  const { columns, rows } = { ...(recall(storage, key) as { readonly [Axis in SplitAxis]?: unknown }) }
  return { columns: shareIn(columns), rows: shareIn(rows) }
}

const shareIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? clampShare(value) : undefined

export const rememberSizes = (storage: GetStorage, sizes: PaneSizes): void => keep(storage, key, sizes)
