// Plans the deletion of a projection: what the dry run says, and which requests then do it.

import { projectionPath, search } from '../../engine/paths.ts'
import type { ProjectionStatistics } from './status.ts'
import { stopsFirst } from './status.ts'

export interface DeletionChoice {
  readonly deleteCheckpointStream: boolean
  readonly deleteStateStream: boolean
  readonly deleteEmittedStreams: boolean
}

/** The server's own choice. */
export const noFlags: DeletionChoice = { deleteCheckpointStream: false, deleteStateStream: false, deleteEmittedStreams: false }

export interface DeletionRequest {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
}

/** To be sent one after another. */
export function deleteRequests(
  statistics: Pick<ProjectionStatistics, 'name' | 'mode' | 'status'>,
  flags: DeletionChoice,
): DeletionRequest[] {
  const path = projectionPath(statistics.name)
  const stop: DeletionRequest[] = stopsFirst(statistics) ? [{ method: 'POST', path: `${path}/command/disable` }] : []
  return [...stop, { method: 'DELETE', path: `${path}?${search({ ...flags })}` }]
}

export interface TouchedStream {
  readonly stream: string
  readonly what: string
}

const roles: Readonly<Record<string, string>> = {
  checkpoint: 'checkpoints',
  result: 'results',
  emitted: 'emitted by the projection',
  tracking: 'names of the emitted streams',
  order: 'order of the source',
}

/**
 * @param removed what the store says that the deletion would delete as things are.
 * @param writesCheckpoint whether the projection has checkpoints: one that stops writes one more, into a stream that may be new.
 */
export function touchedStreams(
  { name, ...statistics }: Pick<ProjectionStatistics, 'name' | 'mode' | 'status'>,
  flags: DeletionChoice,
  removed: readonly { readonly stream: string; readonly role: string }[],
  writesCheckpoint: boolean,
): TouchedStream[] {
  const touched = removed.map(({ stream, role }) => ({ stream, what: roles[role] ?? role }))
  const checkpoint = `$projections-${name}-checkpoint`
  const comes = flags.deleteCheckpointStream && writesCheckpoint && stopsFirst(statistics)
  if (!comes || removed.some(({ stream }) => stream === checkpoint)) return touched
  return [{ stream: checkpoint, what: 'checkpoints, written when it stops' }, ...touched]
}
