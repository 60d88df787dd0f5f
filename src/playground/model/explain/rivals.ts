// Decides what the draft can be compared with: the projection that runs, another release, the other engine.

import type { Release } from '../../../base/release/facts.ts'
import { factsOf, releases } from '../../../base/release/releases.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { TraceOptions } from '../../../engine/observe/trace.ts'
import type { Draft } from '../draft/draft.ts'
import { emits } from '../draft/run-requests.ts'

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

/** A query, and the rules that it runs by. */
export interface RunOf {
  readonly query: string
  readonly options: TraceOptions
}

/** @returns what runs first and second: for a running projection that and the draft, otherwise the draft by the rules of now, and by the others. */
export function runsOf(draft: Draft, rival: Rival, running: RunningProjection | undefined): readonly [RunOf, RunOf] {
  const { query, name, mode } = draft
  const rules = { emit: emits(draft), continuous: mode === 'continuous' }
  const now = { query, options: { ...rules, projection: name } }
  if (rival === 'running') return [{ query: running?.query ?? query, options: { ...now.options, emit: running?.emits ?? rules.emit } }, now]
  if (rival === 'engine')
    return [
      { query, options: { ...rules, engine: 1 } },
      { query, options: { ...rules, engine: 2 } },
    ]
  return [now, { query, options: { ...now.options, release: rival } }]
}
