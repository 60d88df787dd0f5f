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
    explanation: 'Reads all streams whose names begin with the category and a dash. $by_category has to run.',
    snippet: "fromCategory('${category}')${}",
  },
  {
    name: 'fromCategories',
    detail: '(categories)',
    explanation: 'Reads several categories as several streams.',
    snippet: "fromCategories(['${category}'])${}",
  },
  { name: 'options', detail: '({…})', explanation: 'Changes how the query reads and what it keeps.', snippet: 'options({ ${} })' },
  {
    name: 'on_event',
    detail: '(type, handler)',
    explanation: 'Registers a handler for a type outside of a chain.',
    snippet: "on_event('${type}', (state, event) => {\n\t${}\n})",
  },
  {
    name: 'on_any',
    detail: '(handler)',
    explanation: 'Registers the handler of every event outside of a chain.',
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
    explanation: 'Makes the result from the state.',
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
  { name: '$init', detail: '()', explanation: 'Makes the first state of each partition.', snippet: '$init: () => ({ ${} }),' },
  {
    name: '$initShared',
    detail: '()',
    explanation: 'Makes a state that all partitions share: handlers get [own, shared].',
    snippet: '$initShared: () => ({ ${} }),',
  },
  {
    name: '$any',
    detail: '(state, event)',
    explanation: 'Handles every event. Cannot stand beside handlers for types.',
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
    explanation: 'Called when a stream was deleted. Only with foreachStream().',
    snippet: '$deleted: (state, event, partition) => {\n\t${}\n},',
  },
]

export const eventMembers: readonly Word[] = [
  { name: 'data', explanation: 'What the event’s JSON stands for.' },
  { name: 'body', explanation: 'The same as data.' },
  { name: 'bodyRaw', detail: 'string', explanation: 'The data as the text that is stored.' },
  { name: 'metadata', explanation: 'What the metadata’s JSON stands for; null where there is none.' },
  { name: 'metadataRaw', detail: 'string', explanation: 'The metadata as the text that is stored.' },
  { name: 'linkMetadata', explanation: 'Metadata of the link through which the event came.' },
  { name: 'linkMetadataRaw', detail: 'string', explanation: 'The same as text.' },
  { name: 'eventType', detail: 'string', explanation: 'Type of the event.' },
  { name: 'streamId', detail: 'string', explanation: 'Stream that the event is in.' },
  { name: 'sequenceNumber', detail: 'number', explanation: 'Number of the event in its stream, from 0.' },
  { name: 'eventId', detail: 'string', explanation: 'GUID of the event.' },
  { name: 'isJson', detail: 'boolean', explanation: 'Whether the event is flagged as JSON.' },
  { name: 'partition', detail: 'string', explanation: 'Partition whose state the handler has.' },
  { name: 'category', detail: 'string', explanation: 'Category of the stream; only with fromCategory(name).' },
]

/** Functions that handlers may call. */
export const functions: readonly Word[] = [
  {
    name: 'emit',
    detail: '(stream, type, data, metadata?)',
    explanation: 'Writes an event. The projection has to be allowed to emit.',
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
  { name: 'log', detail: '(…values)', explanation: 'Writes to the log; the steps of the query show it.', snippet: 'log(${})' },
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
    explanation: 'Several streams: events in the order of the log. Needs processingLag.',
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
