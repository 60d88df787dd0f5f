// English texts that explain faults of queries, and queries that handle nothing, beside the server's own words.

import { counted, printCount } from '../counts.ts'
import { replaceable } from '../texts.ts'

export const explain = replaceable('explain', {
  faults: {
    syntax: 'The text does not parse, so nothing ran.',
    definition: 'The server refuses the query before it reads an event.',
    partition: (_handler: string, event: string): string => `The function that names the partition failed${event && ` at ${event}`}.`,
    runtime: (handler: string, event: string): string => `${handler || 'The query'} failed${event && ` at ${event}`}.`,
    number: (handler: string, event: string): string =>
      `${handler || 'A handler'} made a number NaN or infinite${event && ` at ${event}`}. JSON has no such number, so the state cannot be stored.`,
    emit: 'The query writes to streams, and it may not: Emit is off.',
    emitTransient: 'The query writes to streams. A transient query never may: choose another mode.',
    'state-size': 'The state has grown larger than the server stores.',
    timeout: (handler: string, event: string): string =>
      `${handler || 'The query'} took longer than the server allows${event && ` at ${event}`}. Look for a loop that does not end.`,
    memory: 'The query needs more memory than it may have. Look for something that grows with every event.',
    stack: 'A function calls itself without end.',
    crash: 'The engine that ran the query has ended. This is not your fault.',
  },
  noEvents: 'There are no events yet.',
  noneHandled: (read: number): string => `${read === 1 ? 'One event was' : `${counted(read, 'event')} were`} there, and none was handled.`,
  skipped: {
    'stream-not-read': (count: number, names: string): string => `${printCount(count)} in streams that the query does not read: ${names}`,
    'type-not-handled': (count: number, names: string): string => `${printCount(count)} of types without a handler: ${names}`,
    'data-not-json': (count: number, names: string): string => `${printCount(count)} whose data are not JSON: ${names}`,
    'no-partition': (count: number, names: string): string => `${printCount(count)} without a partition: ${names}`,
    'not-delivered': (count: number, names: string): string => `${printCount(count)} that this kind of source leaves out: ${names}`,
    'after-fault': (count: number, names: string): string => `${printCount(count)} behind the one that faulted: ${names}`,
  },
  line: (line: number): string => `Line ${line}:`,
  allowEmit: 'Allow emit and run',
  mend: 'Change it and run',
  more: 'Read more',
})
