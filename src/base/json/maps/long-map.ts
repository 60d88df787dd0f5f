// A map by name that grows in small pieces: the platform copies a map of half a million entries in one go of 40 ms when its table is full.

/** The most entries of a map of the platform: its last table was filled in some ten milliseconds. */
const mostEntries = 2 ** 18
/** Maps that share the other names of a long one: a body has room for some three million. */
const parts = 16
const slotBits = 10
/** The part of each slot of names. Each has a somewhat larger share than the one before: equal parts would copy their tables at the same time. */
const partOfSlot = Uint8Array.from({ length: 2 ** slotBits }, (_, slot) => Math.floor(Math.log2(1 + slot / 2 ** slotBits) * parts))

/** @returns the map, or one with its entries that goes on growing in small pieces; for use before each further entry. */
export const withRoom = <Value>(map: Map<string, Value>): Map<string, Value> =>
  map.size === mostEntries && !(map instanceof LongMap) ? new LongMap(map) : map

/** Keeps a first map as it is, further entries in lists, in their order, and in smaller maps the place of each of their names. */
class LongMap<Value> implements Map<string, Value> {
  readonly [Symbol.toStringTag] = 'Map'
  readonly #first: Map<string, Value>
  /** Undefined where an entry was deleted. */
  readonly #names: (string | undefined)[] = []
  readonly #values: (Value | undefined)[] = []
  readonly #places = Array.from({ length: parts }, () => new Map<string, number>())
  #further = 0
  /** Most names are looked up, and then set. */
  #lastName = ''
  #lastPlaces = this.#places[partOf('')]!

  /** @param first belongs to this map from now on: no one else changes it. */
  constructor(first: Map<string, Value>) {
    this.#first = first
  }

  get size(): number {
    return this.#first.size + this.#further
  }

  get(name: string): Value | undefined {
    const place = this.#placesOf(name).get(name)
    return place === undefined ? this.#first.get(name) : this.#values[place]
  }

  has(name: string): boolean {
    return this.#first.has(name) || this.#placesOf(name).has(name)
  }

  set(name: string, value: Value): this {
    if (this.#first.has(name)) {
      this.#first.set(name, value)
      return this
    }
    const places = this.#placesOf(name)
    const place = places.get(name)
    if (place !== undefined) this.#values[place] = value
    else {
      places.set(name, this.#names.length)
      this.#names.push(name)
      this.#values.push(value)
      this.#further += 1
    }
    return this
  }

  delete(name: string): boolean {
    if (this.#first.delete(name)) return true
    const places = this.#placesOf(name)
    const place = places.get(name)
    if (place === undefined) return false
    places.delete(name)
    this.#names[place] = undefined
    this.#values[place] = undefined
    this.#further -= 1
    return true
  }

  clear(): void {
    for (const name of this.keys()) this.delete(name)
  }

  *entries(): MapIterator<[string, Value]> {
    yield* this.#first
    for (let place = 0; place < this.#names.length; place++) {
      const name = this.#names[place]
      if (name !== undefined) yield [name, this.#values[place] as Value]
    }
  }

  *keys(): MapIterator<string> {
    for (const [name] of this) yield name
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this) yield value
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries()
  }

  forEach(take: (value: Value, name: string, map: Map<string, Value>) => void): void {
    for (const [name, value] of this) take(value, name, this)
  }

  #placesOf(name: string): Map<string, number> {
    if (name !== this.#lastName) {
      this.#lastName = name
      this.#lastPlaces = this.#places[partOf(name)]!
    }
    return this.#lastPlaces
  }
}

/** Spreads names, also those that differ in one character only. */
function partOf(name: string): number {
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0
  // The golden ratio mixes all bits into the first ones.
  return partOfSlot[Math.imul(hash, 0x9e3779b1) >>> (32 - slotBits)]!
}
