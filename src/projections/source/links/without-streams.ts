// Empties the position in metadata that names many streams: it may name a hundred thousand, and every reader of the link would parse them.

/** The members before the streams, as projections print them. */
const start = /\{"\$v":"[-\d:]+",(?:"\$c":\d+,"\$p":\d+,)?"\$s":\{/y
// eslint-disable-next-line no-control-regex -- JSON has none inside a name
const stream = /"[^"\\\u0000-\u001f]*":-?(?:0|[1-9]\d{0,14})/y
/** Shorter texts are parsed at once. */
const fewCharacters = 1000

/**
 * @returns the same metadata with an empty object of streams, where they are as projections print them: what else they say, and whether
 * they are readable, stays the same. All other texts stay as they are.
 */
export function withoutStreams(metadata: string): string {
  if (metadata.length < fewCharacters) return metadata
  start.lastIndex = 0
  if (!start.test(metadata)) return metadata
  const from = start.lastIndex
  for (let at = from; ;) {
    stream.lastIndex = at
    if (!stream.test(metadata)) return metadata
    at = stream.lastIndex + 1
    if (metadata[at - 1] === '}') return metadata.slice(0, from) + metadata.slice(at - 1)
    if (metadata[at - 1] !== ',') return metadata
  }
}
