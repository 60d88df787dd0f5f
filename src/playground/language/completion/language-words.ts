// Lists the words of the projection language by place, for completion, help and hints; their explanations are texts of the editor.

import type { editor } from '../../strings/english/editor.ts'

export interface Word {
  readonly name: keyof (typeof editor)['words']
  /** Parameters or type, shown behind the name. */
  readonly detail?: string
  /** Text to insert, with `${}` as stops for the caret. Default: the name. */
  readonly snippet?: string
}

/** Functions that select events, at the top level of a query only. */
export const selectors: readonly Word[] = [
  { name: 'fromAll', detail: '()', snippet: 'fromAll()${}' },
  { name: 'fromStream', detail: '(stream)', snippet: "fromStream('${stream}')${}" },
  { name: 'fromStreams', detail: '(streams)', snippet: "fromStreams(['${stream}'])${}" },
  { name: 'fromCategory', detail: '(category)', snippet: "fromCategory('${category}')${}" },
  { name: 'fromCategories', detail: '(categories)', snippet: "fromCategories(['${category}'])${}" },
  { name: 'options', detail: '({…})', snippet: 'options({ ${} })' },
  { name: 'on_event', detail: '(type, handler)', snippet: "on_event('${type}', (state, event) => {\n\t${}\n})" },
  { name: 'on_any', detail: '(handler)', snippet: 'on_any((state, event) => {\n\t${}\n})' },
]

/** Members of the chain; `chainAfter` of the engine decides their places. */
export const chainMembers: readonly Word[] = [
  { name: 'when', detail: '({…})', snippet: 'when({\n\t${}\n})' },
  { name: 'foreachStream', detail: '()', snippet: 'foreachStream()${}' },
  { name: 'partitionBy', detail: '(event => key)', snippet: 'partitionBy((event) => ${})' },
  { name: 'outputState', detail: '()', snippet: 'outputState()${}' },
  { name: 'transformBy', detail: '(state => result)', snippet: 'transformBy((state) => ${})' },
  { name: 'filterBy', detail: '(state => boolean)', snippet: 'filterBy((state) => ${})' },
  { name: 'outputTo', detail: '(stream, pattern?)', snippet: "outputTo('${stream}')${}" },
]

/** Names inside `when({…})` other than event types. */
export const handlers: readonly Word[] = [
  { name: '$init', detail: '()', snippet: '$init: () => ({ ${} }),' },
  { name: '$initShared', detail: '()', snippet: '$initShared: () => ({ ${} }),' },
  { name: '$any', detail: '(state, event)', snippet: '$any: (state, event) => {\n\t${}\n},' },
  { name: '$created', detail: '(state, event)', snippet: '$created: (state, event) => {\n\t${}\n},' },
  { name: '$deleted', detail: '(state, event, partition, isHard)', snippet: '$deleted: (state, event, partition) => {\n\t${}\n},' },
]

export const eventMembers: readonly Word[] = [
  { name: 'data' },
  { name: 'body' },
  { name: 'bodyRaw', detail: 'string' },
  { name: 'metadata' },
  { name: 'metadataRaw', detail: 'string' },
  { name: 'linkMetadata' },
  { name: 'linkMetadataRaw', detail: 'string' },
  { name: 'eventType', detail: 'string' },
  { name: 'streamId', detail: 'string' },
  { name: 'sequenceNumber', detail: 'number' },
  { name: 'eventId', detail: 'string' },
  { name: 'created', detail: 'string' },
  { name: 'isJson', detail: 'boolean' },
  { name: 'partition', detail: 'string' },
  { name: 'category', detail: 'string' },
]

/** Functions that handlers may call. */
export const functions: readonly Word[] = [
  { name: 'emit', detail: '(stream, type, data, metadata?)', snippet: "emit('${stream}', '${type}', { ${} })" },
  { name: 'linkTo', detail: '(stream, event, metadata?)', snippet: "linkTo('${stream}', ${event})" },
  { name: 'linkStreamTo', detail: '(stream, linkedStream)', snippet: "linkStreamTo('${stream}', ${event.streamId})" },
  { name: 'log', detail: '(…values)', snippet: 'log(${})' },
]

/** Members of the object that `options` takes (projection-language §3.5). */
export const options: readonly Word[] = [
  { name: '$includeLinks', detail: 'boolean', snippet: '$includeLinks: ${true},' },
  { name: 'reorderEvents', detail: 'boolean', snippet: 'reorderEvents: ${true},' },
  { name: 'processingLag', detail: 'milliseconds', snippet: 'processingLag: ${500},' },
  { name: 'resultStreamName', detail: 'string', snippet: "resultStreamName: '${}'," },
  { name: 'biState', detail: 'boolean', snippet: 'biState: ${true},' },
]
