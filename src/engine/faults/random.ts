// Numbers that look random and repeat with their seed, for faults that a test can repeat.

/** @param seed any integer. @returns a function that gives the next number, at least 0 and below 1. */
export function seededRandom(seed: number): () => number {
  // A Weyl sequence through a mixing function: short, and good enough to decide which request is late.
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}
