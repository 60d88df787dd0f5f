// Lists the names of the projection language by place: selectors, chain, handlers, members of events, functions, options, globals.

import type { PhraseName } from './phrases.ts'

/** Functions that choose the source, at the top level of a query. */
export const selectors = ['fromAll', 'fromStream', 'fromStreams', 'fromCategory', 'fromCategories']
/** The other functions of the definition phase. */
export const definitionFunctions = ['options', 'on_event', 'on_any']
/** Functions that exist once the definition is done. */
export const emitters = ['emit', 'linkTo', 'linkStreamTo', 'copyTo']

export const handlerNames = ['$init', '$initShared', '$any', '$created', '$deleted']

/** Members that a chain has after each call (projection-language §3.3). */
export const chainAfter: Readonly<Record<string, readonly string[]>> = {
  fromAll: ['when', 'partitionBy', 'outputState', 'foreachStream'],
  fromCategory: ['when', 'partitionBy', 'outputState', 'foreachStream'],
  fromCategories: ['when', 'partitionBy', 'outputState', 'foreachStream'],
  fromStream: ['when', 'partitionBy', 'outputState'],
  fromStreams: ['when', 'partitionBy', 'outputState'],
  foreachStream: ['when'],
  partitionBy: ['when'],
  when: ['transformBy', 'filterBy', 'outputState', 'outputTo', '$defines_state_transform'],
  outputState: ['transformBy', 'filterBy', 'outputTo'],
  transformBy: ['transformBy', 'filterBy', 'outputState', 'outputTo'],
  filterBy: ['transformBy', 'filterBy', 'outputState', 'outputTo'],
  outputTo: [],
}

export const chainMembers = [...new Set(Object.values(chainAfter).flat())]

/** Members that other interfaces give an event, and the ones that a query has for them. Empty: there is none. */
export const foreignMembers: Readonly<Record<string, string>> = {
  __proto__: null as never,
  eventNumber: 'sequenceNumber',
  streamRevision: 'sequenceNumber',
  revision: 'sequenceNumber',
  version: 'sequenceNumber',
  number: 'sequenceNumber',
  streamName: 'streamId',
  stream: 'streamId',
  eventStreamId: 'streamId',
  type: 'eventType',
  eventName: 'eventType',
  id: 'eventId',
  payload: 'data',
  eventData: 'data',
  meta: 'metadata',
  metaData: 'metadata',
  timestamp: '',
  timeStamp: '',
  createdAt: '',
  createdUtc: '',
  createdEpoch: '',
  date: '',
  time: '',
  occurredAt: '',
  position: '',
  commitPosition: '',
  correlationId: 'metadata.$correlationId',
  causationId: 'metadata.$causationId',
}

/** Options by the names that `options` takes, in small letters, and the type of their values. */
export const optionTypes: Readonly<Record<string, 'boolean' | 'number' | 'string'>> = {
  __proto__: null as never,
  $includelinks: 'boolean',
  reorderevents: 'boolean',
  processinglag: 'number',
  resultstreamname: 'string',
  bistate: 'boolean',
}
export const optionNames = ['$includeLinks', 'reorderEvents', 'processingLag', 'resultStreamName', 'biState']

/** Types that the server writes itself and that queries handle by name. */
export const systemTypes = ['$metadata', '$streamDeleted', '$>', '$@', '$UserCreated', '$UserUpdated', '$settings', '$statsCollected']

/** What browsers and Node have and the sandbox lacks, with what to use. */
export const foreignGlobals: Readonly<Record<string, PhraseName>> = {
  __proto__: null as never,
  console: 'use-log',
  fetch: 'reads-events-only',
  require: 'one-script',
  module: 'one-script',
  exports: 'one-script',
  setTimeout: 'runs-at-once',
  setInterval: 'runs-at-once',
  setImmediate: 'runs-at-once',
  queueMicrotask: 'runs-at-once',
  clearTimeout: 'runs-at-once',
  clearInterval: 'runs-at-once',
  structuredClone: 'copy-as-json',
  Intl: 'format-where-shown',
  process: 'no-process',
  Buffer: 'no-node',
  URL: 'use-pattern',
  URLSearchParams: 'use-pattern',
  TextEncoder: 'no-web',
  TextDecoder: 'no-web',
  WebAssembly: 'no-web',
  performance: 'no-clock',
  window: 'no-page',
  document: 'no-page',
  self: 'no-page',
  global: 'use-global-this',
  localStorage: 'keep-in-state',
  sessionStorage: 'keep-in-state',
  crypto: 'ids-from-event',
  alert: 'use-log',
  fromStreamCatalog: 'no-such-selector',
  fromStreamsMatching: 'no-such-selector',
  on_raw: 'use-on-any',
}

/** Globals of the language itself. */
export const languageGlobals = new Set(
  [
    'undefined NaN Infinity globalThis arguments eval isNaN isFinite parseInt parseFloat escape unescape log',
    'encodeURI encodeURIComponent decodeURI decodeURIComponent',
    'Object Function Array Number Boolean String Symbol BigInt Math JSON Date RegExp Promise Proxy Reflect',
    'Map Set WeakMap WeakSet WeakRef FinalizationRegistry ShadowRealm',
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError',
    'ArrayBuffer SharedArrayBuffer Atomics DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array',
    'Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array',
  ].flatMap((names) => names.split(' ')),
)
