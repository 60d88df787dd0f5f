// Finds in a parsed body the name of the partition that a query's `partitionBy` would return, where it only reads a member.

/**
 * @param body what `JSON.parse` made of it.
 * @param path the members that lead to the key.
 * @returns undefined where the function must be asked: whatever is no text and no plain number (projection-language §7.1), or may be inherited.
 */
export function partitionKey(body: unknown, path: readonly string[]): string | undefined {
  let value = body
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  if (typeof value === 'string') return value
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined
}
