// Finds repeated names in the objects that are open while a text is copied, and takes the earlier members out where an object ends.

import { withRoom } from '../maps/long-map.ts'
import type { Utf8Text } from './utf8-text.ts'

/** In objects of more members each name is looked up in a map; comparing with all of few is several times as fast. */
const mostCompared = 16

const decoder = new TextDecoder()

/** Lists that are filled anew and never cut: cutting one costs more than all else here. */
export class OpenMembers {
  readonly #output: Utf8Text
  /** For each member of the open objects, from the outermost on: where it begins, in bytes, and where its quoted name begins and ends. */
  readonly #starts: number[] = []
  readonly #names: number[] = []
  readonly #ends: number[] = []
  #count = 0
  /** For each open object: the index of its first member. */
  readonly #firsts: number[] = []
  #depth = 0
  /** For open objects of many members, by their depth: the index of each member by its name. */
  readonly #indexes = new Map<number, Map<string, number>>()
  /** Members to take out, by their indexes. */
  readonly #repeated = new Set<number>()
  #isForgotten = false

  constructor(output: Utf8Text) {
    this.#output = output
  }

  /** An object begins. */
  open(): void {
    this.#firsts[this.#depth++] = this.#count
  }

  /** A member has begun, behind the comma of the one before, and has got its name. @param name where the quoted name begins. */
  add(start: number, name: number, end: number): void {
    const index = this.#count++
    const first = this.#firsts[this.#depth - 1]!
    this.#starts[index] = start
    this.#names[index] = name
    this.#ends[index] = end
    if (index === first || this.#isForgotten) return
    const earlier = index - first < mostCompared ? this.#compared(first, index) : this.#lookedUp(first, index)
    if (earlier !== undefined) this.#repeated.add(earlier)
  }

  /** Ends the innermost object if it has neither repeated nor many members. @returns whether it has not. */
  closed(): boolean {
    const first = this.#firsts[this.#depth - 1]!
    if (this.#repeated.size > 0 || this.#count - first >= mostCompared) return false
    this.#depth -= 1
    this.#count = first
    return true
  }

  /** The innermost object ends, with its last member. */
  close(): void {
    const first = this.#firsts[--this.#depth]!
    if (this.#count - first >= mostCompared) this.#indexes.delete(this.#depth)
    if (this.#repeated.size > 0) this.#removeRepeated(first)
    this.#count = first
  }

  /** The output has been dropped. */
  forget(): void {
    this.#isForgotten = true
    this.#repeated.clear()
    this.#indexes.clear()
  }

  /** A new text is copied. */
  reset(): void {
    this.#isForgotten = false
  }

  #compared(first: number, index: number): number | undefined {
    const names = this.#names
    const ends = this.#ends
    const { bytes } = this.#output
    const start = names[index]!
    const length = ends[index]! - start
    for (let other = first; other < index; other++) {
      const place = names[other]!
      if (ends[other]! - place !== length) continue
      // Names often differ in their last characters only.
      let at = length - 2
      while (at > 0 && bytes[place + at] === bytes[start + at]) at--
      if (at === 0 && !this.#repeated.has(other)) return other
    }
    return undefined
  }

  #lookedUp(first: number, index: number): number | undefined {
    const level = this.#depth - 1
    let map = this.#indexes.get(level)
    if (map === undefined) {
      map = new Map()
      for (let other = first; other < index; other++) map.set(this.#nameOf(other), other)
      this.#indexes.set(level, map)
    }
    const name = this.#nameOf(index)
    const earlier = map.get(name)
    const roomy = withRoom(map)
    if (roomy !== map) this.#indexes.set(level, roomy)
    roomy.set(name, index)
    return earlier
  }

  #nameOf(index: number): string {
    return decoder.decode(this.#output.bytes.subarray(this.#names[index], this.#ends[index]))
  }

  /** Takes each repeated member out, from where it begins to behind its comma. */
  #removeRepeated(first: number): void {
    const starts = this.#starts
    const output = this.#output
    const gaps: { start: number; end: number }[] = []
    for (let index = first; index < this.#count; index++)
      if (this.#repeated.delete(index)) gaps.push({ start: starts[index]!, end: starts[index + 1]! })
    output.remove(gaps)
  }
}
