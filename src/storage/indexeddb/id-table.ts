// A table in memory from ids to their first positions: counted ids by their common part, others by hash, 12 bytes for each.

import type { CountedIds } from '../../base/counted-ids.ts'
import { commonPart, isCounted, positionOfId } from '../../base/counted-ids.ts'
import type { Position } from '../../base/events.ts'

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

/** Hashed ids in order of their first bits; equal ones in order of position. */
interface SortedIds {
  readonly hashes: Uint32Array
  readonly positions: Uint32Array
  /** So many of the first bits select a bucket. */
  readonly bits: number
  /** Where each bucket begins, and the end of the last. */
  readonly starts: Uint32Array
}

/** Buckets of about so many ids are read through. */
const idsPerBucket = 8

/** First positions of ids. Positions of later runs are greater, or known. */
export class IdTable {
  /** From the oldest to the newest; each is more than twice the next, so there are few. */
  private levels: SortedIds[] = []
  /** By common part, which only one run has, as a rule. */
  private readonly counted = new Map<string, CountedRun[]>()

  /** @param runs in order of position; a known id keeps its position. */
  add(runs: readonly IdRun[]): void {
    const added: (HashedIds | SortedIds)[] = []
    for (const run of runs) {
      if (!isCounted(run)) {
        added.push(run)
        continue
      }
      const part = commonPart(run.id)
      this.counted.set(part, [...(this.counted.get(part) ?? []), run])
    }
    let words = added.reduce((sum, { hashes }) => sum + hashes.length, 0)
    if (words === 0) return
    while (this.levels.length > 0 && this.levels.at(-1)!.hashes.length <= 2 * words) {
      const level = this.levels.pop()!
      added.unshift(level)
      words += level.hashes.length
    }
    this.levels.push(sorted(added, words / 2))
  }

  find(id: string): Position | undefined {
    const position = Math.min(this.findHashed(id), this.findCounted(id))
    return position === Infinity ? undefined : position
  }

  private findHashed(id: string): Position {
    const [low, high] = hashIds([id]) as unknown as [number, number]
    for (const { hashes, positions, bits, starts } of this.levels) {
      const bucket = bucketOf(low, bits)
      for (let index = starts[bucket]!; index < starts[bucket + 1]!; index++)
        if (hashes[2 * index] === low && hashes[2 * index + 1] === high) return positions[index]!
    }
    return Infinity
  }

  private findCounted(id: string): Position {
    let least = Infinity
    for (const run of this.counted.get(commonPart(id)) ?? []) {
      const position = positionOfId(run, id)
      if (position < endOf(run)) least = Math.min(least, position)
    }
    return least
  }
}

const bucketOf = (low: number, bits: number): number => (bits === 0 ? 0 : low >>> (32 - bits))

/** Counts the ids of each bucket, then puts each id where its bucket goes on. @param count of all ids. */
function sorted(parts: readonly (HashedIds | SortedIds)[], count: number): SortedIds {
  const bits = Math.max(0, Math.floor(Math.log2(count / idsPerBucket)))
  const starts = new Uint32Array(2 ** bits + 1)
  for (const { hashes } of parts) for (let at = 0; at < hashes.length; at += 2) starts[bucketOf(hashes[at]!, bits) + 1]!++
  for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket]! += starts[bucket - 1]!
  const next = starts.slice()
  const all = { hashes: new Uint32Array(2 * count), positions: new Uint32Array(count), bits, starts }
  for (const part of parts) {
    const { hashes } = part
    for (let index = 0; 2 * index < hashes.length; index++) {
      const to = next[bucketOf(hashes[2 * index]!, bits)]!++
      all.hashes[2 * to] = hashes[2 * index]!
      all.hashes[2 * to + 1] = hashes[2 * index + 1]!
      all.positions[to] = 'positions' in part ? part.positions[index]! : part.first + index
    }
  }
  return all
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
