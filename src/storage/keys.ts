// Finds where the keys with a prefix end.

/** @returns the least string, in order of UTF-16 units, that is greater than all strings with this prefix; undefined if there is none. */
export function firstBehindPrefix(prefix: string): string | undefined {
  for (let length = prefix.length; length > 0; length--) {
    const unit = prefix.charCodeAt(length - 1)
    if (unit < 0xffff) return prefix.slice(0, length - 1) + String.fromCharCode(unit + 1)
  }
  return undefined
}
