// Words the state reason of a faulted projection (projection-language §15).

import type { QueryEvent, QueryFault } from '../../../query/query.ts'
import type { Tag } from '../../model/positions/checkpoint.ts'
import { printTag } from '../../model/positions/checkpoint-text.ts'
import type { RunContext } from '../../model/run.ts'
import type { FaultReason } from '../../model/tables.ts'
import { placeOf } from '../../model/tables.ts'
import { withStackTrace } from '../../model/fault-text.ts'

/** The fault that ends a run, and how the run ends. */
export interface RunFailure {
  readonly fault: FaultReason
  /** Whether the run stops in order, with a checkpoint at the last event that succeeded (projection-language §14.1). */
  readonly takesCheckpoint: boolean
  /** Whether progress shows the event that failed (projections-http §6.5). */
  readonly showsProgress: boolean
}

/** The delivery that failed, as far as its fault shows it. */
type Failed = { readonly tag: Tag; readonly event: Pick<QueryEvent, 'deleted'> }

/** @param failed undefined where no event is to blame. */
export function queryFailure(fault: QueryFault, failed: Failed | undefined, context: Names): RunFailure {
  const reason = { reason: reasonText(fault, failed, context), ...placeOf(fault) }
  const takesCheckpoint = fault.wrapped || fault.kind === 'emit'
  return { fault: reason, takesCheckpoint, showsProgress: fault.wrapped && failed?.event.deleted === undefined }
}

type Names = Pick<RunContext, 'name' | 'handlerName'>

function reasonText({ kind, message, wrapped }: QueryFault, failed: Failed | undefined, { name, handlerName }: Names): string {
  if (kind === 'emit') return message
  if (kind === 'state-size') return message.replace('projection', () => `projection '${name}'`)
  if (!wrapped) return withStackTrace(message)
  const what = failed?.event.deleted === undefined ? 'an event' : 'a delete partition notification'
  return [
    `The ${name} projection failed to process ${what}.`,
    `Handler: ${handlerName}`,
    `Event Position: ${failed ? printTag(failed.tag) : ''}`,
    '',
    'Message:',
    '',
    message,
  ].join('\r\n')
}

/** A fault outside the query: the reason alone, and no checkpoint. */
export const plainFailure = (reason: string): RunFailure => ({ fault: { reason }, takesCheckpoint: false, showsProgress: false })
