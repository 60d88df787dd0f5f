// Lists the words of the projection language by place, each with a line of explanation, for completion.

export interface Word {
  readonly name: string
  /** Parameters or type, shown behind the name. */
  readonly detail?: string
  /** One line. */
  readonly explanation: string
  /** Text to insert, with `${}` as stops for the caret. Default: the name. */
  readonly snippet?: string
}

/** Functions that select events, at the top level of a query only. */
export const selectors: readonly Word[] = [
  { name: 'fromAll', detail: '()', explanation: 'Reads every event of users’ streams.', snippet: 'fromAll()${}' },
  { name: 'fromStream', detail: '(stream)', explanation: 'Reads one stream.', snippet: "fromStream('${stream}')${}" },
  { name: 'fromStreams', detail: '(streams)', explanation: 'Reads several streams.', snippet: "fromStreams(['${stream}'])${}" },
  {
    name: 'fromCategory',
    detail: '(category)',
    explanation: 'Reads all streams whose names start with the category and a dash. Needs $by_category to run.',
    snippet: "fromCategory('${category}')${}",
  },
  {
    name: 'fromCategories',
    detail: '(categories)',
    explanation: 'Reads several categories as several streams.',
    snippet: "fromCategories(['${category}'])${}",
  },
  { name: 'options', detail: '({…})', explanation: 'Sets options of the query.', snippet: 'options({ ${} })' },
  {
    name: 'on_event',
    detail: '(type, handler)',
    explanation: 'Registers a handler for an event type, outside of a chain.',
    snippet: "on_event('${type}', (state, event) => {\n\t${}\n})",
  },
  {
    name: 'on_any',
    detail: '(handler)',
    explanation: 'Registers a handler for every event, outside of a chain.',
    snippet: 'on_any((state, event) => {\n\t${}\n})',
  },
]

/** Members of the chain; `chainAfter` decides their places. */
export const chainMembers: readonly Word[] = [
  { name: 'when', detail: '({…})', explanation: 'Registers handlers by event type.', snippet: 'when({\n\t${}\n})' },
  { name: 'foreachStream', detail: '()', explanation: 'Keeps one state for each stream.', snippet: 'foreachStream()${}' },
  {
    name: 'partitionBy',
    detail: '(event => key)',
    explanation: 'Keeps one state for each value that the function returns.',
    snippet: 'partitionBy((event) => ${})',
  },
  { name: 'outputState', detail: '()', explanation: 'Writes the state to the result stream as it changes.', snippet: 'outputState()${}' },
  {
    name: 'transformBy',
    detail: '(state => result)',
    explanation: 'Computes the result from the state.',
    snippet: 'transformBy((state) => ${})',
  },
  {
    name: 'filterBy',
    detail: '(state => boolean)',
    explanation: 'Keeps the result only where the function returns true.',
    snippet: 'filterBy((state) => ${})',
  },
  {
    name: 'outputTo',
    detail: '(stream, pattern?)',
    explanation: 'Names the result stream, and those of the partitions.',
    snippet: "outputTo('${stream}')${}",
  },
]

/** Members that can follow each call in the chain (projection-language §3.3). */
export const chainAfter: Readonly<Record<string, readonly string[]>> = {
  fromAll: ['when', 'partitionBy', 'outputState', 'foreachStream'],
  fromCategory: ['when', 'partitionBy', 'outputState', 'foreachStream'],
  fromCategories: ['when', 'partitionBy', 'outputState', 'foreachStream'],
  fromStream: ['when', 'partitionBy', 'outputState'],
  fromStreams: ['when', 'partitionBy', 'outputState'],
  foreachStream: ['when'],
  partitionBy: ['when'],
  when: ['transformBy', 'filterBy', 'outputState', 'outputTo'],
  outputState: ['transformBy', 'filterBy', 'outputTo'],
  transformBy: ['transformBy', 'filterBy', 'outputState', 'outputTo'],
  filterBy: ['transformBy', 'filterBy', 'outputState', 'outputTo'],
  outputTo: [],
}

/** Names inside `when({…})` other than event types. */
export const handlers: readonly Word[] = [
  { name: '$init', detail: '()', explanation: 'Creates the initial state of each partition.', snippet: '$init: () => ({ ${} }),' },
  {
    name: '$initShared',
    detail: '()',
    explanation: 'Creates a state that all partitions share: handlers get [own, shared].',
    snippet: '$initShared: () => ({ ${} }),',
  },
  {
    name: '$any',
    detail: '(state, event)',
    explanation: 'Handles every event. Cannot be combined with handlers for types.',
    snippet: '$any: (state, event) => {\n\t${}\n},',
  },
  {
    name: '$created',
    detail: '(state, event)',
    explanation: 'Called with the first event of each partition, before its handler.',
    snippet: '$created: (state, event) => {\n\t${}\n},',
  },
  {
    name: '$deleted',
    detail: '(state, event, partition, isHard)',
    explanation: 'Called when a stream is deleted. Only with foreachStream().',
    snippet: '$deleted: (state, event, partition) => {\n\t${}\n},',
  },
]

export const eventMembers: readonly Word[] = [
  { name: 'data', explanation: 'The event’s data, parsed from JSON.' },
  { name: 'body', explanation: 'Same as data.' },
  { name: 'bodyRaw', detail: 'string', explanation: 'The event’s data as stored text.' },
  { name: 'metadata', explanation: 'The event’s metadata, parsed from JSON; null if there is none.' },
  { name: 'metadataRaw', detail: 'string', explanation: 'The event’s metadata as stored text.' },
  { name: 'linkMetadata', explanation: 'Metadata of the link that led to the event, parsed from JSON.' },
  { name: 'linkMetadataRaw', detail: 'string', explanation: 'The link’s metadata as stored text.' },
  { name: 'eventType', detail: 'string', explanation: 'Type of the event.' },
  { name: 'streamId', detail: 'string', explanation: 'Name of the event’s stream.' },
  { name: 'sequenceNumber', detail: 'number', explanation: 'Number of the event in its stream, from 0.' },
  { name: 'eventId', detail: 'string', explanation: 'GUID of the event.' },
  { name: 'isJson', detail: 'boolean', explanation: 'Whether the event is flagged as JSON.' },
  { name: 'partition', detail: 'string', explanation: 'Partition whose state the handler gets.' },
  { name: 'category', detail: 'string', explanation: 'Category of the stream; only with fromCategory(name).' },
]

/** Functions that handlers may call. */
export const functions: readonly Word[] = [
  {
    name: 'emit',
    detail: '(stream, type, data, metadata?)',
    explanation: 'Writes an event. The projection must be allowed to emit.',
    snippet: "emit('${stream}', '${type}', { ${} })",
  },
  {
    name: 'linkTo',
    detail: '(stream, event, metadata?)',
    explanation: 'Writes a link to an event into another stream.',
    snippet: "linkTo('${stream}', ${event})",
  },
  {
    name: 'linkStreamTo',
    detail: '(stream, linkedStream)',
    explanation: 'Writes a reference to a stream.',
    snippet: "linkStreamTo('${stream}', ${event.streamId})",
  },
  { name: 'log', detail: '(…values)', explanation: 'Writes to the log, which the steps show.', snippet: 'log(${})' },
]

/** Members of the object that `options` takes (projection-language §3.5). */
export const options: readonly Word[] = [
  {
    name: '$includeLinks',
    detail: 'boolean',
    explanation: 'Delivers links too. Only for fromAll() without handlers for types.',
    snippet: '$includeLinks: ${true},',
  },
  {
    name: 'reorderEvents',
    detail: 'boolean',
    explanation: 'Delivers events of several streams in log order. Needs processingLag.',
    snippet: 'reorderEvents: ${true},',
  },
  {
    name: 'processingLag',
    detail: 'milliseconds',
    explanation: 'How long reorderEvents waits for earlier events; at least 50.',
    snippet: 'processingLag: ${500},',
  },
  {
    name: 'resultStreamName',
    detail: 'string',
    explanation: 'Name of the result stream.',
    snippet: "resultStreamName: '${}',",
  },
  {
    name: 'biState',
    detail: 'boolean',
    explanation: 'Every state is a pair: the partition’s and the shared one.',
    snippet: 'biState: ${true},',
  },
]
