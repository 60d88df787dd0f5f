// Words the faults that end a query as the server does.

import { isErrorNamed } from '../../base/platform/realms.ts'
import type { PreparedSource } from '../dialect/source/prepare.ts'
import type { GuestFault } from '../language/run/fault.ts'
import type { Thrown } from '../language/guest.ts'
import type { QueryFault } from '../query.ts'
import { timeoutMessage } from '../timeouts.ts'

/** Stands for the server's stack trace, of which only the presence is specified (projection-language §15, shape C). */
const stackTrace = '\r\n   at the query'

/** Finds a stack's place in the source as written. */
export type Locate = PreparedSource['locate']

/** @param thrown by the top level of the script. */
export function definitionFault(thrown: Thrown, locate: Locate): QueryFault {
  const limit = limitOf(thrown)
  return { kind: limit?.kind ?? 'definition', wrapped: false, message: limit?.message ?? thrown.message, ...locate(thrown.stack) }
}

/** @param fault of an event, as recorded in the sandbox. */
export function eventFault(fault: GuestFault, locate: Locate): QueryFault {
  const limit = limitOf(fault)
  const { wrapped, event } = fault
  const kind = limit?.kind ?? (fault.kind as QueryFault['kind'])
  const message = limit?.message ?? fault.message
  const hasTrace = !wrapped && kind !== 'emit' && kind !== 'state-size'
  return { kind, wrapped, event, message: hasTrace ? message + stackTrace : message, ...locate(fault.stack) }
}

/** @param what the phase that ran out of time. */
export function interruption(what: 'definition' | 'load' | 'run', took: number, allowed: number): QueryFault {
  const message = timeoutMessage(what === 'definition' ? 'compile' : 'execute', took, allowed)
  return { kind: 'timeout', message, wrapped: what === 'run' }
}

/** The fault of a `partitionBy` in a load that could not report it itself. */
export const ofPartitionBy = (fault: QueryFault): QueryFault => ({ ...fault, wrapped: false, message: fault.message + stackTrace })

/** The engine itself failed, mostly because deep recursion in a built-in function exhausted the host's stack, which Firefox words in its own way. */
export const crash = (cause: unknown): QueryFault =>
  isErrorNamed(cause, 'RangeError') || (isErrorNamed(cause, 'InternalError') && cause.message === 'too much recursion')
    ? { ...outOfStack, wrapped: true }
    : { kind: 'crash', message: `The engine failed: ${String(cause)}`, wrapped: true }

export const outOfMemory = { kind: 'memory', message: 'The query ran out of memory.' } as const
const outOfStack = { kind: 'stack', message: 'Maximum call stack size exceeded' } as const

/** The engine's own limits, which the server does not have. */
function limitOf({ name, message }: Thrown): typeof outOfMemory | typeof outOfStack | undefined {
  if (name !== 'InternalError') return undefined
  return message === 'out of memory' ? outOfMemory : message === 'stack overflow' ? outOfStack : undefined
}
