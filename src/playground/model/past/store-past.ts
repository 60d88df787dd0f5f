// Traces every projection of a store over its log, so that one slider can tell the states of all of them at any event.

import type { StorePicture } from '../../../engine/inspect/inspection.ts'
import type { TraceStep, TracedEvent } from '../../../engine/observe/trace.ts'
import type { Store } from '../../../engine/store.ts'
import type { Draft } from '../draft/draft.ts'
import { mostCharacters } from '../trace/step-history.ts'
import { settledEnough, traceOf } from '../trace/trace-of.ts'
import { draftsIn } from '../draft/projection-draft.ts'
import { PastStates, placeOf } from './past-states.ts'
import { isSameDraft } from '../draft/draft.ts'

/** An event of the log, or the link through which a projection met one. */
export type PastEvent = Pick<TracedEvent, 'position' | 'stream' | 'number' | 'type'>

export interface StorePast {
  readonly projections: readonly { readonly draft: Draft; readonly states: PastStates }[]
  /** In the order of the log. */
  readonly events: readonly PastEvent[]
  /** End of the log at the start of the reading, and the id of the last event at that time. */
  readonly end: number
  readonly last: string | undefined
}

interface PastOptions {
  readonly signal: AbortSignal
  /** Gets the share that is read, from 0 to 1. */
  readonly onShare?: (share: number) => void
  /** Characters of texts to keep, for all projections together. */
  readonly most?: number
  /** What takes the place of a fault where there are more. */
  readonly tooLarge?: string
}

/**
 * Every projection is traced with its present query, as if it had been there from the first event.
 *
 * @throws the signal's reason where it aborts.
 */
export async function readPast(store: Store, { signal, onShare, most = mostCharacters, tooLarge = '' }: PastOptions): Promise<StorePast> {
  await settledEnough(store, signal)
  const picture = await store.inspect()
  const events = new Map<number, PastEvent>()
  const projections: { readonly draft: Draft; readonly states: PastStates }[] = []
  const drafts = draftsIn(picture)
  let kept = 0
  for (const draft of drafts) {
    const states = new PastStates()
    projections.push({ draft, states })
    for await (const part of traceOf(store, draft, { signal })) {
      if (part.kind === 'ended' && part.fault) states.end(0, part.fault.message)
      if (part.kind !== 'steps') continue
      for (const step of part.steps) {
        if (kept + states.size > most) states.end(placeOf(step), tooLarge)
        states.add(step)
        note(events, step)
      }
      onShare?.((projections.length - 1 + part.position / Math.max(1, picture.end)) / drafts.length)
    }
    kept += states.size
  }
  return {
    projections,
    events: [...events.values()].sort((one, other) => one.position - other.position),
    end: picture.end,
    last: picture.lastEvent,
  }
}

function note(events: Map<number, PastEvent>, step: TraceStep): void {
  const { event, link } = step
  const position = placeOf(step)
  if (events.has(position)) return
  const { stream, number } = position === event.position ? event : link!
  events.set(position, { position, stream, number, type: event.type })
}

/** Whether the store holds other events or queries than those that were read. */
export async function isOutdated({ projections, end, last }: StorePast, store: Store, picture: StorePicture): Promise<boolean> {
  const drafts = draftsIn(picture)
  if (drafts.length !== projections.length || !projections.every(({ draft }, index) => isSameDraft(draft, drafts[index]!))) return true
  return picture.lastEvent !== last || (picture.end !== end && (await store.hasGrown(end)))
}
