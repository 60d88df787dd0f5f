// Tells whether two texts differ only in the ids of projections, and in those as two servers with other histories do.

/**
 * An id is the number of the projection's registration. Scenarios shared a recorded server, which had registered the projections of
 * others too; played alone, the ids are smaller. So they need not be the same numbers, but must be those of the same projections: one
 * for one, in the same order, in the whole scenario.
 */
export interface ProjectionIds {
  /** Whether the texts are the same but for ids, and those agree with all that were seen. Remembers them if so. */
  areSame(recorded: unknown, played: unknown): boolean
}

/** The first id of a stamp, alone or in metadata, escaped or not; and the ids in reasons of faults. */
const id = /(?<=\$v\\?"\s*:\s*\\?")\d+(?=:-?\d+:\d+:4)|^\d+(?=:-?\d+:\d+:4$)|(?<=[Pp]rojection(?:: '| ))\d+/g

/** The ids of the built-in projections are the same on every server. */
const lastBuiltIn = 5

/** @param isEither whether either side may have the larger ids: two stores, neither of which is a recording. */
export function createProjectionIds({ isEither = false } = {}): ProjectionIds {
  const known = new Map<number, number>()

  const fits = (recorded: number, played: number): boolean => {
    if (known.has(recorded)) return known.get(recorded) === played
    if (recorded <= lastBuiltIn || played <= lastBuiltIn || (played > recorded && !isEither)) return recorded === played
    return [...known].every(([one, other]) => Math.sign(one - recorded) === Math.sign(other - played))
  }

  return {
    areSame(recorded, played) {
      if (typeof recorded !== 'string' || typeof played !== 'string') return false
      if (recorded.replace(id, '') !== played.replace(id, '')) return false
      const [theirs, ours] = [recorded, played].map((text) => (text.match(id) ?? []).map(Number)) as [number[], number[]]
      if (theirs.length !== ours.length) return false
      return theirs.every((number, index) => {
        const isFit = fits(number, ours[index]!)
        if (isFit) known.set(number, ours[index]!)
        return isFit
      })
    },
  }
}
