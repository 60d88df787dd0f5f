// Finds in a parsed body the partition that a query's `partitionBy` would return, where that only reads a member.

/**
 * @param body the parsed body.
 * @param path the members that lead to the key.
 * @returns undefined where the function must be called: for values other than texts and plain numbers (projection-language §7.1), and for inherited ones.
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
