// Keeps many versions of texts in little space: of each only what differs from the version before.

/** Texts of its own, and ranges of the version that it was made from. */
type Piece = string | readonly [from: number, to: number]

interface Version {
  /** The version that this one was made from; -1: it stands for itself. */
  readonly base: number
  readonly pieces: readonly Piece[]
  /** How many versions have to be read to make it. */
  readonly depth: number
}

/** Versions that are read to make one: more would take longer than keeping the whole text is worth. */
const deepest = 32

export class TextTrail {
  readonly #versions: Version[] = []
  readonly #lanes = new Map<string, { readonly version: number; readonly text: string }>()
  #size = 0

  /** Characters that are kept. */
  get size(): number {
    return this.#size
  }

  /**
   * @param lane what it is a version of, e.g. the state of a partition: versions of one lane are alike.
   * @returns the version's number; that of the last one where nothing has changed.
   */
  add(lane: string, text: string): number {
    const last = this.#lanes.get(lane)
    if (last?.text === text) return last.version
    const version = this.#push(last && this.#versions[last.version]!.depth < deepest ? difference(last, text) : whole(text))
    this.#lanes.set(lane, { version, text })
    return version
  }

  /** Says that nothing more will be added: the newest texts need not be at hand any more. */
  seal(): void {
    this.#lanes.clear()
  }

  /** @param version a number that `add` gave. */
  read(version: number): string {
    const { base, pieces } = this.#versions[version]!
    const text = base < 0 ? '' : this.read(base)
    return pieces.map((piece) => (typeof piece === 'string' ? piece : text.slice(...piece))).join('')
  }

  #push(version: Omit<Version, 'depth'>): number {
    const depth = version.base < 0 ? 0 : this.#versions[version.base]!.depth + 1
    for (const piece of version.pieces) this.#size += typeof piece === 'string' ? piece.length : 2
    return this.#versions.push({ ...version, depth }) - 1
  }
}

const whole = (text: string): Omit<Version, 'depth'> => ({ base: -1, pieces: [text] })

const difference = (last: { readonly version: number; readonly text: string }, text: string): Omit<Version, 'depth'> => ({
  base: last.version,
  pieces: piecesOf(last.text, text),
})

/** Characters by which a range is recognised in the other text. */
const anchorLength = 24
/** How far to go on where a text is not found in the other. */
const stride = 8
/** How often that may happen: two texts that have little in common are not worth the search. */
const mostMisses = 64

/** What is found of one text in another, from the beginning to the end of both. */
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

/** A part of a text keeps the whole text alive in some engines; this one is a text of its own. */
const alone = (part: string): string => (part.length < 13 ? part : (JSON.parse(JSON.stringify(part)) as string))
