// Plans the deletion of a projection: the streams it touches, and the requests that carry it out.

import type { RunRequest } from '../../model/draft/run-requests.ts'
import { projectionPath, search } from '../../../base/paths.ts'
import { projection as texts } from '../../strings/english/projection.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import { stopsFirst } from './status.ts'

/** The server's default. */
export const noFlags = { deleteCheckpointStream: false, deleteStateStream: false, deleteEmittedStreams: false }

type DeletionChoice = Readonly<typeof noFlags>

/** Requests to send one after another. */
export function deleteRequests(projection: Pick<InspectedProjection, 'name' | 'mode' | 'isStopped'>, flags: DeletionChoice): RunRequest[] {
  const path = projectionPath(projection.name)
  const stop: RunRequest[] = stopsFirst(projection) ? [{ method: 'POST', path: `${path}/command/disable` }] : []
  return [...stop, { method: 'DELETE', path: `${path}?${search({ ...flags })}` }]
}

export interface TouchedStream {
  readonly stream: string
  readonly what: string
  /** Its events that readers find; undefined where it is yet to come. */
  readonly events: number | undefined
}

const whatOf = (role: string): string => (texts.deletion.roles as Readonly<Record<string, string>>)[role] ?? role

/**
 * @param removed streams that the store would delete right now.
 * @param events how many events a stream has.
 */
export function touchedStreams(
  projection: Pick<InspectedProjection, 'name' | 'mode' | 'isStopped' | 'writesCheckpoints'>,
  flags: DeletionChoice,
  removed: readonly { readonly stream: string; readonly role: string }[],
  events: ReadonlyMap<string, number>,
): TouchedStream[] {
  const touched = removed.map(({ stream, role }) => ({ stream, what: whatOf(role), events: events.get(stream) }))
  const checkpoint = `$projections-${projection.name}-checkpoint`
  // On stopping it writes one more checkpoint, possibly to a new stream.
  const comes = flags.deleteCheckpointStream && projection.writesCheckpoints && stopsFirst(projection)
  if (!comes || removed.some(({ stream }) => stream === checkpoint)) return touched
  return [{ stream: checkpoint, what: texts.deletion.checkpointToCome, events: undefined }, ...touched]
}
