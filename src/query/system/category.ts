// Reads the configuration of the two category projections and finds the category in a stream's name.

/** @returns the category of a stream; undefined where it has none (projections-http §12). */
export type CategoryOf = (stream: string) => string | undefined

/**
 * Reads `first` or `last` on one line and the separator on the next, or a separator alone, which means `last`.
 *
 * @returns undefined where the text is neither.
 */
export function readCategoryConfiguration(source: string): CategoryOf | undefined {
  const trimmed = source.trim()
  if (trimmed.length === 1) return categoryBefore(trimmed, 'last')
  const [direction, separator, ...rest] = trimmed.split(/[\r\n]+/)
  const side = direction?.trim().toLowerCase()
  if (separator?.length !== 1 || rest.length > 0 || (side !== 'first' && side !== 'last')) return undefined
  return categoryBefore(separator, side)
}

const categoryBefore =
  (separator: string, side: 'first' | 'last'): CategoryOf =>
  (stream) => {
    if (stream.startsWith('$')) return undefined
    const end = side === 'first' ? stream.indexOf(separator) : stream.lastIndexOf(separator)
    return end > 0 ? stream.slice(0, end) : undefined
  }
