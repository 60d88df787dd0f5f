// A hash table in memory from ids to their first positions: 12 bytes for each slot, at most half of them used.

import type { Position } from '../../base/events.ts'

/** Two 32-bit words for each id. */
export type IdHashes = Uint32Array

/** Ids at consecutive positions. */
export interface IdRun {
  /** Position of the first id. */
  readonly first: Position
  readonly hashes: IdHashes
}

/** @returns the position behind the last id. */
export const endOf = ({ first, hashes }: IdRun): Position => first + hashes.length / 2

export interface IdTable {
  /** Adds ids in order of position; a known id keeps its position. */
  add(run: IdRun): void
  find(id: string): Position | undefined
}

const wordsPerSlot = 3

export function createIdTable(): IdTable {
  // A slot has two words of hash and the position plus one, where 0 marks a free slot.
  let slots = new Uint32Array(wordsPerSlot * 1024)
  let used = 0

  /** @returns index of the slot of a hash, or of the free slot for it. */
  const slotOf = (low: number, high: number): number => {
    const count = slots.length / wordsPerSlot
    let slot = low & (count - 1)
    while (slots[slot * wordsPerSlot + 2] !== 0) {
      if (slots[slot * wordsPerSlot] === low && slots[slot * wordsPerSlot + 1] === high) break
      slot = (slot + 1) & (count - 1)
    }
    return slot * wordsPerSlot
  }

  const put = (low: number, high: number, place: number) => {
    const slot = slotOf(low, high)
    if (slots[slot + 2] !== 0) return
    slots[slot] = low
    slots[slot + 1] = high
    slots[slot + 2] = place
    used++
  }

  const grow = () => {
    const old = slots
    slots = new Uint32Array(old.length * 2)
    used = 0
    for (let slot = 0; slot < old.length; slot += wordsPerSlot) if (old[slot + 2] !== 0) put(old[slot]!, old[slot + 1]!, old[slot + 2]!)
  }

  return {
    add({ first, hashes }) {
      for (let index = 0; index < hashes.length; index += 2) {
        if ((used + 1) * 2 * wordsPerSlot > slots.length) grow()
        put(hashes[index]!, hashes[index + 1]!, first + index / 2 + 1)
      }
    },
    find(id) {
      const [low, high] = hashIds([id])
      const place = slots[slotOf(low!, high!) + 2]!
      return place === 0 ? undefined : place - 1
    },
  }
}

/**
 * 64 bits for each id, ignoring case. In a store of a million events two ids collide with a chance of one to forty million; the later
 * one then counts as unknown, as to a server that has forgotten it.
 */
export function hashIds(ids: readonly string[]): IdHashes {
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
