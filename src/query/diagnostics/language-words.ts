// Lists the names of the projection language by place: selectors, chain, handlers, members of events, functions, options, globals.

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
export const foreignGlobals: Readonly<Record<string, string>> = {
  __proto__: null as never,
  console: 'Use log(…), which writes to the server’s log.',
  fetch: 'A query reads events and nothing else.',
  require: 'A query is one script without modules.',
  module: 'A query is one script without modules.',
  exports: 'A query is one script without modules.',
  setTimeout: 'A handler runs to its end at once.',
  setInterval: 'A handler runs to its end at once.',
  setImmediate: 'A handler runs to its end at once.',
  queueMicrotask: 'A handler runs to its end at once.',
  clearTimeout: 'A handler runs to its end at once.',
  clearInterval: 'A handler runs to its end at once.',
  structuredClone: 'Copy with JSON.parse(JSON.stringify(…)).',
  Intl: 'Format numbers and dates where they are shown.',
  process: 'A query has no process around it.',
  Buffer: 'A query has no Node around it.',
  URL: 'Take the text apart with a regular expression.',
  URLSearchParams: 'Take the text apart with a regular expression.',
  TextEncoder: 'A query has no web platform around it.',
  TextDecoder: 'A query has no web platform around it.',
  WebAssembly: 'A query has no web platform around it.',
  performance: 'A query has no clock of its own; events carry their times in their data.',
  window: 'A query has no page around it.',
  document: 'A query has no page around it.',
  self: 'A query has no page around it.',
  global: 'Use globalThis.',
  localStorage: 'Keep what lasts in the state.',
  sessionStorage: 'Keep what lasts in the state.',
  crypto: 'A run has to repeat; take ids from the event.',
  alert: 'Use log(…), which writes to the server’s log.',
  fromStreamCatalog: 'This release has no such selector.',
  fromStreamsMatching: 'This release has no such selector.',
  on_raw: 'Use on_any.',
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
