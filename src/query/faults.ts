// Puts what ended a query into the reference's words.

import { timeoutMessage } from './limits.ts'
import type { Fault } from './prelude/fault.ts'
import type { Thrown } from './prelude/guest.ts'
import type { QueryFault } from './query.ts'

/** Stands for the stack trace of the server, of which only the presence is specified (projection-language §15, shape C). */
const stackTrace = '\r\n   at the query'

/** @param thrown what the script threw at its top level. */
export function definitionFault(thrown: Thrown): QueryFault {
  return { kind: thrown.name === 'SyntaxError' ? 'syntax' : (engineLimit(thrown) ?? 'definition'), wrapped: false, ...translate(thrown) }
}

/** @param fault of an event, as the prelude recorded it. */
export function eventFault(fault: Fault): QueryFault {
  const kind = engineLimit(fault) ?? (fault.kind as QueryFault['kind'])
  const { message, ...place } = translate(fault)
  const hasTrace = !fault.wrapped && kind !== 'emit'
  return { kind, wrapped: fault.wrapped, event: fault.event, message: hasTrace ? message + stackTrace : message, ...place }
}

/** @param what was running when the time was over. */
export function interruption(what: 'definition' | 'load' | 'run', took: number, allowed: number): QueryFault {
  const message = timeoutMessage(what === 'definition' ? 'compile' : 'execute', took, allowed)
  return { kind: 'timeout', message, wrapped: what === 'run' }
}

function engineLimit({ name, message }: Thrown): QueryFault['kind'] | undefined {
  if (name !== 'InternalError') return undefined
  return message === 'out of memory' ? 'memory' : message === 'stack overflow' ? 'stack' : undefined
}

function translate({ message }: Thrown): { message: string; line?: number; column?: number } {
  return { message }
}
