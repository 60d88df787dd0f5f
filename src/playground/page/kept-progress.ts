// Remembers in the browser's local storage which stores a reader keeps, and which of their requests were sent.

import type { DraftStorage } from '../model/draft/saved-drafts.ts'
import type { KeptProgress } from './shared-store.ts'

const prefix = 'rillbox.kept.'

/** @param storage undefined if the browser has none for this page: then nothing is kept. */
export const keptProgress = (storage: Pick<DraftStorage, 'getItem' | 'setItem' | 'removeItem'> | undefined): KeptProgress => ({
  read(name) {
    const text = storage?.getItem(prefix + name)
    if (text === null || text === undefined) return undefined
    try {
      const sent: unknown = JSON.parse(text)
      return Array.isArray(sent) ? sent.filter((place) => Number.isInteger(place)) : []
    } catch {
      return []
    }
  },
  write(name, sent) {
    if (!sent) return storage?.removeItem(prefix + name)
    try {
      storage?.setItem(prefix + name, JSON.stringify(sent))
    } catch {
      // The origin's storage is full: the requests are sent again on the next page.
    }
  },
})
