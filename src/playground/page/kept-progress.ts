// Remembers in the browser's local storage which stores a reader keeps, and which of their requests were sent.

import type { PageStorage } from '../kit/kept.ts'
import { keep, recall } from '../kit/kept.ts'
import type { KeptProgress } from './shared-store.ts'

const prefix = 'rillbox.kept.'

/** @param storage undefined if the browser has none for this page: then nothing is kept. */
export const keptProgress = (storage: PageStorage | undefined): KeptProgress => ({
  read(name) {
    if (storage?.getItem(prefix + name) == null) return undefined
    const sent = recall(() => storage, prefix + name)
    return Array.isArray(sent) ? sent.filter((place) => Number.isInteger(place)) : []
  },
  write: (name, sent) => keep(() => storage, prefix + name, sent),
})
