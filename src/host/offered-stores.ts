// Hands the stores that a page has started to the developer tools, when these ask for them.

import type { Store } from '../engine/store.ts'

export interface OfferedStore {
  readonly store: Store
  /** How people tell it from others. */
  readonly name: string
}

/** The question of the developer tools, an event of the page: `detail` is the function that takes a store. It works across bundles. */
const question = 'rillbox-stores'
/** Says that a store was started or stopped, and does not say which: listeners ask. */
const change = 'rillbox-stores-change'

/** Answers the developer tools' question with this store. @returns a function that ends that. */
export function offerStore(offered: OfferedStore): () => void {
  const answer = (event: Event): void => (event as CustomEvent<(offered: OfferedStore) => void>).detail(offered)
  addEventListener(question, answer)
  dispatchEvent(new Event(change))
  return () => {
    removeEventListener(question, answer)
    dispatchEvent(new Event(change))
  }
}

/** The stores that are started in this page, in their order. */
export function offeredStores(): readonly OfferedStore[] {
  const stores: OfferedStore[] = []
  dispatchEvent(new CustomEvent(question, { detail: (offered: OfferedStore) => stores.push(offered) }))
  return stores
}

/** Calls back whenever a store was started or stopped. @returns a function that ends that. */
export function onOfferedStores(listener: () => void): () => void {
  addEventListener(change, listener)
  return () => removeEventListener(change, listener)
}
