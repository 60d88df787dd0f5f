// Keeps many versions of texts in little space: of each only what differs from the version before.

interface Version {
  /** The version that this one was made from; -1: it stands for itself. */
  readonly base: number
  /** How much of the base's beginning and end it keeps. */
  readonly head: number
  readonly tail: number
  /** What stands between. */
  readonly middle: string
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
    const { base, head, tail, middle } = this.#versions[version]!
    if (base < 0) return middle
    const text = this.read(base)
    return text.slice(0, head) + middle + text.slice(text.length - tail)
  }

  #push(version: Omit<Version, 'depth'>): number {
    const depth = version.base < 0 ? 0 : this.#versions[version.base]!.depth + 1
    this.#size += version.middle.length
    return this.#versions.push({ ...version, depth }) - 1
  }
}

const whole = (text: string): Omit<Version, 'depth'> => ({ base: -1, head: 0, tail: 0, middle: text })

function difference({ version, text: before }: { readonly version: number; readonly text: string }, after: string): Omit<Version, 'depth'> {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++
  let tail = 0
  while (tail < most - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++
  return { base: version, head, tail, middle: alone(after.slice(head, after.length - tail)) }
}

/** A part of a text keeps the whole text alive in some engines; this one is a text of its own. */
const alone = (part: string): string => (part.length < 13 ? part : (JSON.parse(JSON.stringify(part)) as string))
