// Decides which requests make a store run a draft from the start of its source, and whether it runs what the editor shows.

import { projectionPath, search } from '../../../base/paths.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { Draft } from './draft.ts'
import { run as texts } from '../../strings/english/run.ts'

export interface RunRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** Text of the query. */
  readonly body?: string
}

/** The projection that already has the draft's name. */
export type ExistingProjection = Pick<InspectedProjection, 'mode' | 'activity' | 'isEnabled' | 'isStopped' | 'hasRun'>

const modes = { continuous: 'Continuous', 'one-time': 'OneTime', transient: 'Transient' } as const
const paths = { continuous: 'continuous', 'one-time': 'onetime', transient: 'transient' } as const

/** Whether the draft may write streams: transient queries may not (projections-http §7.5). */
export const emits = ({ mode, emit }: Draft): boolean => emit && mode !== 'transient'

/** Mode of the projection that a run replaces, for a sentence. A projection of another mode must be deleted and created anew. */
export const replacedMode = ({ mode }: Draft, existing: Pick<ExistingProjection, 'mode'> | undefined): string | undefined =>
  existing === undefined || existing.mode === modes[mode] ? undefined : texts.modes[existing.mode]

/** The problem with a name that no query can have. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return texts.enterName
  return name.startsWith('$') ? texts.systemName : undefined
}

/** Requests to send one after another (projections-http §7.3). */
export function runRequests(draft: Draft, existing: ExistingProjection | undefined): RunRequest[] {
  if (!existing) return creation(draft)
  return replacedMode(draft, existing) ? [...removal(draft.name, existing), ...creation(draft)] : change(draft, existing)
}

function creation(draft: Draft): RunRequest[] {
  const { name, mode, query } = draft
  const emit = emits(draft)
  const post = (flags: Record<string, boolean>): RunRequest => ({
    method: 'POST',
    path: `/projections/${paths[mode]}?${search({ name, type: 'JS', ...flags })}`,
    body: query,
  })
  if (mode !== 'one-time') return [post({ enabled: true, ...(mode === 'continuous' && { emit, trackemittedstreams: emit }) })]
  // A new one-time query emits only with checkpoints, and with checkpoints it completes only once (projections-http §7.5).
  return emit ? [post({ enabled: false }), put(draft), command(name, 'enable')] : [post({ enabled: true })]
}

/** Also deletes the emitted streams: a successor of the same name may not write behind its predecessor's events (projections-http §11.6). */
function removal(name: string, { mode, isStopped }: ExistingProjection): RunRequest[] {
  const flags = { deleteStateStream: true, deleteCheckpointStream: true, deleteEmittedStreams: true }
  const isAtRest = mode === 'Transient' || isStopped
  return [
    ...(isAtRest ? [] : [command(name, 'disable')]),
    { method: 'DELETE', path: `${projectionPath(name)}?${search(mode === 'Transient' ? {} : flags)}` },
  ]
}

function change(draft: Draft, { activity, isEnabled, hasRun }: ExistingProjection): RunRequest[] {
  const { name } = draft
  // A new text restarts a completed query. A query that never had a core has nothing to reset.
  if (activity === 'completed') return [put(draft)]
  if (!hasRun) return [put(draft), command(name, 'enable')]
  return [put(draft), command(name, 'reset'), ...(isEnabled ? [] : [command(name, 'enable')])]
}

function put(draft: Draft): RunRequest {
  const emit = emits(draft)
  const flags = search({ emit, ...(emit && { trackemittedstreams: true }) })
  return { method: 'PUT', path: `${projectionPath(draft.name)}/query?${flags}`, body: draft.query }
}

const command = (name: string, command: 'enable' | 'disable' | 'reset'): RunRequest => ({
  method: 'POST',
  path: `${projectionPath(name)}/command/${command}`,
})

/** `new`: there is no projection of this name. `edited`: it runs another text, or in another way. */
export type DraftState = 'new' | 'edited' | 'ran'

export function runStateOf(draft: Draft, existing: Pick<InspectedProjection, 'mode' | 'query' | 'emits'> | undefined): DraftState {
  if (!existing) return 'new'
  const isSame = existing.query === draft.query && existing.emits === emits(draft) && !replacedMode(draft, existing)
  return isSame ? 'ran' : 'edited'
}
