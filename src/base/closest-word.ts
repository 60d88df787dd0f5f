// Finds the word that a mistyped one probably means.

/** The most changed letters, by the length of the word. */
const mostChanges = (length: number): number => (length < 4 ? 1 : length < 8 ? 2 : 3)

/** @returns the known word with the fewest changes; undefined if none is close. */
export function closestWord(word: string, known: Iterable<string>): string | undefined {
  let closest: string | undefined
  let fewest = mostChanges(word.length) + 1
  for (const each of known) {
    if (Math.abs(each.length - word.length) >= fewest) continue
    const changes = each.toLowerCase() === word.toLowerCase() ? 0.5 : distance(word.toLowerCase(), each.toLowerCase())
    // A word that shares one letter at most is no likely misspelling.
    if (changes < fewest && changes < Math.max(word.length, each.length) - 1) [closest, fewest] = [each, changes]
  }
  return closest
}

/** Letters to add, drop, replace or swap with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    ;[before, above] = [above, row]
  }
  return above[other.length]!
}
