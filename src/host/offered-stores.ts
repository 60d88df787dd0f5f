// Hands the stores that a page has started to the developer tools and to the plugin for Vite, when these ask for them.

import type { Store } from '../engine/store.ts'
import { storesQuestion } from './stores-question.ts'

export interface OfferedStore {
  readonly store: Store
  /** How people tell it from others. */
  readonly name: string
}

/** Says that a store was started or stopped, and does not say which: listeners ask. */
const change = 'rillbox-stores-change'

/** Answers the developer tools' question with this store. @returns a function that ends that. */
export function offerStore(offered: OfferedStore): () => void {
  const answer = (event: Event): void => (event as CustomEvent<(offered: OfferedStore) => void>).detail(offered)
  addEventListener(storesQuestion, answer)
  dispatchEvent(new Event(change))
  return () => {
    removeEventListener(storesQuestion, answer)
    dispatchEvent(new Event(change))
  }
}

/** The stores that are started in this page, in their order. */
export function offeredStores(): readonly OfferedStore[] {
  const stores: OfferedStore[] = []
  dispatchEvent(new CustomEvent(storesQuestion, { detail: (offered: OfferedStore) => stores.push(offered) }))
  return stores
}

/** Calls back whenever a store was started or stopped. @returns a function that ends that. */
export function onOfferedStores(listener: () => void): () => void {
  addEventListener(change, listener)
  return () => removeEventListener(change, listener)
}
