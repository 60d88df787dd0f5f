// Stores many versions of texts compactly: each as its difference from the previous version.

/** A new text, or a range of the base version. */
type Piece = string | readonly [from: number, to: number]

interface Version {
  /** The version that the ranges refer to; -1 for none. */
  readonly base: number
  readonly pieces: readonly Piece[]
  /** Number of versions to read before this one. */
  readonly depth: number
}

/** Most versions to read for one: beyond that, keeping the whole text is cheaper. */
const deepest = 32

export class TextTrail {
  readonly #versions: Version[] = []
  readonly #lanes = new Map<string, { readonly version: number; readonly text: string }>()
  /** Number of characters kept. */
  size = 0

  /**
   * @param lane the versioned thing, e.g. the state of a partition: versions of one lane are similar.
   * @returns the number of the version; of the last one if the text is unchanged.
   */
  add(lane: string, text: string): number {
    const last = this.#lanes.get(lane)
    if (last?.text === text) return last.version
    const version = this.#push(last && this.#versions[last.version]!.depth < deepest ? difference(last, text) : whole(text))
    this.#lanes.set(lane, { version, text })
    return version
  }

  /** Ends the trail, and releases the newest texts. */
  seal(): void {
    this.#lanes.clear()
  }

  /** @param version number returned by `add`. */
  read(version: number): string {
    const { base, pieces } = this.#versions[version]!
    const text = base < 0 ? '' : this.read(base)
    return pieces.map((piece) => (typeof piece === 'string' ? piece : text.slice(...piece))).join('')
  }

  #push(version: Omit<Version, 'depth'>): number {
    const depth = version.base < 0 ? 0 : this.#versions[version.base]!.depth + 1
    for (const piece of version.pieces) this.size += typeof piece === 'string' ? piece.length : 2
    return this.#versions.push({ ...version, depth }) - 1
  }
}

const whole = (text: string): Omit<Version, 'depth'> => ({ base: -1, pieces: [text] })

const difference = (last: { readonly version: number; readonly text: string }, text: string): Omit<Version, 'depth'> => ({
  base: last.version,
  pieces: piecesOf(last.text, text),
})

/** Characters that identify a range in the other text. */
const anchorLength = 24
/** Characters to skip after a miss. */
const stride = 8
/** Most misses: texts with little in common are not worth the search. */
const mostMisses = 64

/** Expresses one text by ranges of another and new texts. */
function piecesOf(before: string, after: string): Piece[] {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++
  let tail = 0
  while (tail < most - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++
  const end = after.length - tail
  const pieces: Piece[] = [[0, head]]
  let [at, own, from, misses] = [head, head, head, 0]
  while (at + anchorLength <= end && misses < mostMisses) {
    let found = before.indexOf(after.slice(at, at + anchorLength), from)
    if (found < 0) {
      misses++
      at += stride
      continue
    }
    while (at > own && found > from && before.charCodeAt(found - 1) === after.charCodeAt(at - 1)) {
      at--
      found--
    }
    pieces.push(alone(after.slice(own, at)))
    const start = found
    while (at < end && found < before.length && before.charCodeAt(found) === after.charCodeAt(at)) {
      at++
      found++
    }
    pieces.push([start, found])
    from = found
    own = at
  }
  pieces.push(alone(after.slice(own, end)), [before.length - tail, before.length])
  return pieces.filter((piece) => (typeof piece === 'string' ? piece !== '' : piece[0] < piece[1]))
}

/** Copies a slice: in some engines a slice keeps the whole text alive. */
const alone = (part: string): string => (part.length < 13 ? part : (JSON.parse(JSON.stringify(part)) as string))
