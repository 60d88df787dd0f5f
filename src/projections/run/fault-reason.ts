// Words the state reason of a faulted projection (projection-language §15).

import type { QueryFault } from '../../query/query.ts'
import type { FaultReason } from '../model/tables.ts'
import { placeOf } from '../model/tables.ts'
import { withStackTrace } from '../checkpoints/start-run.ts'

/** The fault that ends a run, and how the run ends. */
export interface RunFailure {
  readonly fault: FaultReason
  /** Whether the run stops in order, with a checkpoint at the last event that succeeded (projection-language §14.1). */
  readonly takesCheckpoint: boolean
  /** Whether progress shows the event that failed (projections-http §6.5). */
  readonly showsProgress: boolean
}

const javaScriptHandler = 'EventStore.Projections.Core.Services.Interpreted.JintProjectionStateHandler'

/** Names in the frame around a message. */
export interface FaultFrame {
  readonly projection: string
  /** Undefined for a query in JavaScript. */
  readonly handlerName: string | undefined
  /** Position of the event, as statistics print it. */
  readonly position: string
  /** Whether `$deleted` was called. */
  readonly isDeletion: boolean
}

export function queryFailure(fault: QueryFault, frame: FaultFrame): RunFailure {
  const reason = { reason: reasonText(fault, frame), ...placeOf(fault) }
  const takesCheckpoint = fault.wrapped || fault.kind === 'emit'
  return { fault: reason, takesCheckpoint, showsProgress: fault.wrapped && !frame.isDeletion }
}

function reasonText({ kind, message, wrapped }: QueryFault, { projection, handlerName, position, isDeletion }: FaultFrame): string {
  if (kind === 'emit') return message
  if (!wrapped) return withStackTrace(message)
  const what = isDeletion ? 'a delete partition notification' : 'an event'
  return [
    `The ${projection} projection failed to process ${what}.`,
    `Handler: ${handlerName ?? javaScriptHandler}`,
    `Event Position: ${position}`,
    '',
    'Message:',
    '',
    message,
  ].join('\r\n')
}

/** A fault outside the query: the reason alone, and no checkpoint. */
export const plainFailure = (reason: string): RunFailure => ({ fault: { reason }, takesCheckpoint: false, showsProgress: false })
