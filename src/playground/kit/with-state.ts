// Gives an element members that render it again when they change: each with its first value, in one place.

import type { LitElement } from 'lit'

/** What TypeScript takes for the class of a mixin. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- it knows mixins by nothing else
type Mixin<Members> = new (...given: any[]) => Members

/**
 * @param base the element's base class.
 * @param first the first values, which all elements of the class share; see `typed`, `later` and `given`.
 * @returns a class with these members as reactive properties without attributes.
 */
export function withState<Base extends abstract new () => LitElement, State extends object>(base: Base, first: State): Base & Mixin<State> {
  const stateful = class extends (base as unknown as typeof LitElement) {
    static override properties = Object.fromEntries(Object.keys(first).map((name) => [name, { state: true }]))

    constructor() {
      super()
      Object.assign(this, first)
    }
  }
  return stateful as unknown as Base & Mixin<State>
}

/** A first value whose type is wider than its own. */
export const typed = <Value>(first: Value): Value => first

/** A member without a first value. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says what will come
export const later = <Value>(): Value | undefined => undefined

/** A member without a first value, which the parent sets before the element renders. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says what will come
export const given = <Value>(): Value => undefined as Value
