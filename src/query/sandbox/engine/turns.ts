// Decides whose instance an engine takes that has none.

export interface Seated {
  /** Number of its latest use. */
  readonly usedAt: number
}

/**
 * The engine that was unused for longest. Where that one was used since the engine that needs an instance was, all engines take turns one
 * after the other, and there are too many for all: then it is the one that was used last, so that most can stay.
 *
 * @param seated the engines with instances; the longest unused first.
 * @param since number of the latest use of the engine that needs an instance; undefined if it is new.
 */
export function nextToLeave<Engine extends Seated>(seated: Iterable<Engine>, since: number | undefined): Engine | undefined {
  const [longest, ...others] = seated
  return longest && since !== undefined && longest.usedAt > since ? (others.at(-1) ?? longest) : longest
}
