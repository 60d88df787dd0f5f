// Decides what the draft can be compared with: the projection that runs, another release, the other engine.

import type { Release } from '../../../base/release/facts.ts'
import { factsOf, releases } from '../../../base/release/releases.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { TraceOptions } from '../../../engine/observe/trace.ts'
import type { Draft } from '../draft/draft.ts'

/** `running`: the projection of the draft's name, with the text that it has. `engine`: the engine that does not run it now. */
export type Rival = 'running' | 'engine' | Release

/** The projection in the store that has the draft's name. */
export type RunningProjection = Pick<InspectedProjection, 'query' | 'emits'>

/** None for a draft without a text: all that runs of it could differ in is the server's message. */
export function rivalsOf(draft: Draft, running: RunningProjection | undefined, release: Release): readonly Rival[] {
  if (draft.query.trim() === '') return []
  const hasEngines = draft.mode === 'continuous' && factsOf(release).projections.hasEngine2
  return [
    ...(running ? (['running'] as const) : []),
    ...(hasEngines ? (['engine'] as const) : []),
    ...releases.filter((other) => other !== release),
  ]
}

/** A draft, and the rules by which it runs instead of its own. */
export interface RunOf {
  readonly draft: Draft
  readonly options?: TraceOptions
}

/** @returns what runs first and second: for a running projection that and the draft, otherwise the draft by the rules of now, and by the others. */
export function runsOf(draft: Draft, rival: Rival, running: RunningProjection | undefined): readonly [RunOf, RunOf] {
  if (rival === 'running' && running) return [{ draft: { ...draft, query: running.query }, options: { emit: running.emits } }, { draft }]
  if (rival === 'engine') return [engineRun(draft, 1), engineRun(draft, 2)]
  return [{ draft }, { draft, options: rival === 'running' ? {} : { release: rival } }]
}

const engineRun = (draft: Draft, engine: 1 | 2): RunOf => ({ draft, options: { engine } })
