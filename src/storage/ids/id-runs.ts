// Writes the ids of consecutive positions as runs: as 64-bit hashes, or as a first id and a count.

import type { CountedIds } from '../../base/events/counted-ids.ts'
import { isCounted } from '../../base/events/counted-ids.ts'
import type { Position } from '../../base/events/events.ts'

export interface HashedIds {
  /** Position of the first id. */
  readonly first: Position
  /** Two 32-bit words for each id. */
  readonly hashes: Uint32Array
}

export interface CountedRun extends CountedIds {
  /** The number of ids. */
  readonly count: number
}

/** Ids at consecutive positions. */
export type IdRun = HashedIds | CountedRun

/** @returns the position behind the last id. */
export const endOf = (run: IdRun): Position => run.first + (isCounted(run) ? run.count : run.hashes.length / 2)

/** @param runs consecutive ones. @returns the same ids, where hashes behind hashes are one run. */
export function joined(runs: readonly IdRun[]): IdRun[] {
  const groups: (CountedRun | HashedIds[])[] = []
  for (const run of runs) {
    const last = groups.at(-1)
    if (isCounted(run)) groups.push(run)
    else if (Array.isArray(last)) last.push(run)
    else groups.push([run])
  }
  return groups.map((group) => (Array.isArray(group) ? asOne(group) : group))
}

/** @param runs at least one. */
function asOne(runs: readonly HashedIds[]): HashedIds {
  const hashes = new Uint32Array(runs.reduce((sum, run) => sum + run.hashes.length, 0))
  let at = 0
  for (const run of runs) {
    hashes.set(run.hashes, at)
    at += run.hashes.length
  }
  return { first: runs[0]!.first, hashes }
}

const none: readonly number[] = []

/** @param asked hashes, two words for each id. @returns the least position of each among the hashed ids; Infinity if there is none. */
export function firstPositions(runs: readonly IdRun[], asked: Uint32Array): Position[] {
  const found = Array.from({ length: asked.length / 2 }, () => Infinity)
  const byFirstWord = Map.groupBy(found.keys(), (index) => asked[2 * index]!)
  for (const run of runs) {
    if (isCounted(run)) continue
    for (let at = 0; at < run.hashes.length; at += 2)
      for (const index of byFirstWord.get(run.hashes[at]!) ?? none)
        if (asked[2 * index + 1] === run.hashes[at + 1]) found[index] = Math.min(found[index]!, run.first + at / 2)
  }
  return found
}

/**
 * 64 bits for each id, ignoring case. In a store of a million events two ids collide with a chance of one to forty million; the later
 * one then counts as unknown, as to a server that has forgotten it.
 */
export function hashIds(ids: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(ids.length * 2)
  for (const [index, id] of ids.entries()) {
    let low = 0x811c9dc5
    let high = 0x9e3779b9
    for (let at = 0; at < id.length; at++) {
      // The bit for lower case; digits and dashes have it anyway.
      const code = id.charCodeAt(at) | 0x20
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ code, 0x85ebca6b)
      high ^= high >>> 13
    }
    hashes[2 * index] = finish(low ^ high)
    hashes[2 * index + 1] = finish(high + Math.imul(low, 0xc2b2ae35))
  }
  return hashes
}

/** Makes every bit of a word depend on all others (the last steps of MurmurHash3). */
function finish(word: number): number {
  let mixed = word
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
