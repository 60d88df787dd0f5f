// Decides which stored events a page covers, and whether it reaches the end of the stream (streams-http §10.5, §10.6).

import { maxInt64 } from '../../base/events/events.ts'

export interface PageRange {
  /** Number of the newest event of a backward page, of the oldest of a forward one. */
  readonly from: bigint | 'head'
  readonly direction: 'forward' | 'backward'
  readonly count: number
}

export interface PagePlan {
  /** The start that the links of the page count from. */
  readonly from: bigint
  /** The range of stored events, both ends included; undefined if none can be visible. */
  readonly window: { readonly first: number; readonly last: number } | undefined
  /** Whether the page reaches the end of the stream in its direction, judged by the window alone. */
  readonly isEnd: boolean
}

/** @param last number of the last event. @param least number of the first visible one (`firstVisible`). */
export function planPage({ from, direction, count }: PageRange, last: number, least: bigint): PagePlan {
  if (direction === 'forward') return planForward(from === 'head' ? BigInt(last) : from, BigInt(count), BigInt(last), least)
  return planBackward(from, BigInt(count), BigInt(last), least)
}

function planBackward(from: bigint | 'head', count: bigint, last: bigint, least: bigint): PagePlan {
  const end = from === 'head' ? last : from
  if (end < least) return { from: from === 'head' ? -1n : end, window: undefined, isEnd: true }
  const wished = end - count + 1n > 0n ? end - count + 1n : 0n
  const start = wished > least ? wished : least
  const window = start <= last ? { first: Number(start), last: Number(end < last ? end : last) } : undefined
  return { from: end, window, isEnd: start === least || start === 0n }
}

function planForward(from: bigint, count: bigint, last: bigint, least: bigint): PagePlan {
  const end = from + count - 1n < maxInt64 ? from + count - 1n : maxInt64
  if (end < least) return { from, window: undefined, isEnd: false }
  const start = from > least ? from : least
  if (start > last) return { from, window: undefined, isEnd: true }
  return { from, window: { first: Number(start), last: Number(end < last ? end : last) }, isEnd: end >= last }
}

/** The visible events in the window of the plan. */
export interface PageContent {
  /** Number of the oldest one, undefined if the page is empty. */
  readonly oldest: number | undefined
  /** Whether age hides the stream's last event; counts only where a forward page is empty. */
  readonly lastTooOld: boolean
}

/** Whether the page reaches the end of the stream, judged by its events. */
export function reachesEnd(direction: PageRange['direction'], plan: PagePlan, content: PageContent): boolean {
  if (!plan.window) return plan.isEnd
  if (direction === 'backward') return plan.isEnd || content.oldest !== plan.window.first
  return content.oldest === undefined ? content.lastTooOld : plan.isEnd
}
