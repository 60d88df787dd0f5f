// Names the member by which a matcher with a timeout of its own limits how long the store of a page may keep it waiting.

/** Of a store that may have to be waited for: gives the same one, which rejects once the time is up. */
export const waitingAtMost = Symbol('waiting at most')

export interface Patient<S> {
  readonly [waitingAtMost]?: (milliseconds: number) => S
}
