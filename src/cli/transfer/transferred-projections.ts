// Copies projections to a server or a store: creates missing ones and changes different ones.

import { projectionPath, search } from '../../base/paths.ts'
import type { RemoteDefinition } from '../remote/projections.ts'
import { Failure } from '../failure.ts'

/** A projection as it should be. */
export interface TransferredProjection {
  readonly name: string
  readonly mode: 'continuous' | 'onetime'
  readonly isEnabled: boolean
  readonly definition: RemoteDefinition
  /** Body of PUT config; undefined leaves the defaults. */
  readonly configuration: string | undefined
}

/** Sends a request to the destination. */
export type Send = (method: string, path: string, body?: string) => Promise<Response>

/** @returns how many were created or changed. */
export async function bringProjections(send: Send, projections: readonly TransferredProjection[]): Promise<number> {
  let changed = 0
  for (const projection of projections) if (await bring(send, projection)) changed++
  return changed
}

async function bring(send: Send, projection: TransferredProjection): Promise<boolean> {
  const { name, mode, isEnabled, definition, configuration } = projection
  const path = projectionPath(name)
  const found = await send('GET', `${path}/query`)
  const emit = { emit: yes(definition.emitEnabled), trackemittedstreams: yes(definition.trackEmittedStreams) }
  if (found.ok) {
    if ((await found.text()) === definition.query) return false
    await success(send('PUT', `${path}/query?${search(emit)}`, definition.query), name)
    return true
  }
  const checkpoints = yes(definition.checkpointsEnabled)
  // A configuration is only taken by a projection that does not run.
  const enabled = yes(isEnabled && configuration === undefined)
  const flags = { name, type: 'JS', enabled, checkpoints, ...emit, ...(definition.isEngineV2 && { engineversion: '2' }) }
  await success(send('POST', `/projections/${mode}?${search(flags)}`, definition.query), name)
  if (configuration !== undefined) {
    await success(send('PUT', `${path}/config`, configuration), name)
    if (isEnabled) await success(send('POST', `${path}/command/enable`), name)
  }
  return true
}

/** As the interface spells truth. */
const yes = (value: boolean): string => (value ? 'yes' : 'no')

async function success(sent: Promise<Response>, name: string): Promise<void> {
  const response = await sent
  if (!response.ok)
    throw new Failure(`The projection "${name}" was refused: ${response.status} ${response.statusText} ${await response.text()}`.trim())
}
