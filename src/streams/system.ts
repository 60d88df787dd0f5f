// Names with a meaning to the server: system streams, metastreams and event types with `$`.

/** The log as a stream name. */
export const allStream = '$all'
/** Its last event holds the default access lists (streams-http §18.6). */
export const settingsStream = '$settings'

export const metadataType = '$metadata'
export const linkType = '$>'
export const tombstoneType = '$streamDeleted'

/** Whether access defaults to administrators. */
export const isSystemStream = (stream: string): boolean => stream.startsWith('$')

/** Whether the stream holds the metadata of another one. */
export const isMetastream = (stream: string): boolean => stream.startsWith('$$')

/** @returns the stream that holds the metadata of `stream`. */
export const metastreamOf = (stream: string): string => `$$${stream}`

/** @param metastream a name for which `isMetastream` holds. */
export const originalOf = (metastream: string): string => metastream.slice(2)

/** The stream that a metastream describes, or else the stream itself. */
export const subjectOf = (stream: string): string => (isMetastream(stream) ? originalOf(stream) : stream)

/** Whether it is a stream of a user, or the metadata of one. */
export const isOfUsers = (stream: string): boolean => !isSystemStream(subjectOf(stream))

/** The stream that a metastream describes, the one which that describes in turn, and so on; empty for other streams. */
export function originalsOf(stream: string): string[] {
  const originals: string[] = []
  for (let name = stream; isMetastream(name);) originals.push((name = originalOf(name)))
  return originals
}
