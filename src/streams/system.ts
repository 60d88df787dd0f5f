// Names that the server gives a meaning to: system streams, metastreams and event types with `$`.

/** Every event of the store, as a stream name. */
export const allStream = '$all'
/** Its last event holds the default access lists (streams-http §18.6). */
export const settingsStream = '$settings'

export const metadataType = '$metadata'
export const linkType = '$>'
export const tombstoneType = '$streamDeleted'

/** Streams for administrators unless an access list says otherwise. */
export const isSystemStream = (stream: string): boolean => stream.startsWith('$')

/** A stream whose events are the metadata of another one. */
export const isMetastream = (stream: string): boolean => stream.startsWith('$$')

/** @returns the stream that holds the metadata of `stream`. */
export const metastreamOf = (stream: string): string => `$$${stream}`

/** @param metastream a name for which `isMetastream` holds. */
export const originalOf = (metastream: string): string => metastream.slice(2)

/** The stream that a metastream belongs to, and the one that this belongs to where it is a metastream itself; none of other streams. */
export const originalsOf = (stream: string): string[] =>
  isMetastream(stream) ? [originalOf(stream), ...originalsOf(originalOf(stream))] : []
