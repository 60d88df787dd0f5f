// Prints a length of time for people: `2 d 3 h`, `5 min 10 s`.

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** The two largest units of it; at least a second. */
export function printDuration(milliseconds: number): string {
  let left = Math.max(1000, Math.round(milliseconds / 1000) * 1000)
  const parts = units.map(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return { unit, count }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count} ${unit}`)
    .join(' ')
}
