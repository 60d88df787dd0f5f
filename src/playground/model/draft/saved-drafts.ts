// Keeps the reader's draft of each scenario in the browser's local storage: it survives a reload, and a way to another page and back.

import type { PageStorage } from '../../kit/kept.ts'
import { keep, recall } from '../../kit/kept.ts'
import type { Draft } from './draft.ts'
import { draftFrom, isSameDraft } from './draft.ts'

/** The part of `localStorage` that this file uses. */
export type DraftStorage = PageStorage & Pick<Storage, 'length' | 'key'>

const prefix = 'rillbox.draft.'
/** Drafts kept per origin; the oldest make room. */
const mostDrafts = 50
/** Characters of a query that is kept: the storage of an origin holds about five million. */
const longestQuery = 100_000

interface SavedDraft {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly draft: Readonly<Record<string, unknown>>
}

/** The drafts of one scenario on one page. A scenario that changes its own query begins anew. */
export class SavedDrafts {
  readonly #storage: DraftStorage | undefined
  readonly #key: string
  readonly #first: Draft

  /**
   * @param storage undefined if the browser has none for this page.
   * @param place of the playground, for example the path of the page and the title of the scenario.
   * @param first the scenario's own draft.
   */
  constructor(storage: DraftStorage | undefined, place: readonly (string | undefined)[], first: Draft) {
    this.#storage = storage
    this.#key = prefix + JSON.stringify([...place, first])
    this.#first = first
  }

  /** The reader's draft; undefined if it is the scenario's own. */
  read(): Draft | undefined {
    const saved = this.#storage && savedIn(this.#storage, this.#key)
    const draft = saved && draftFrom(saved.draft)
    return draft && !isSameDraft(draft, this.#first) ? draft : undefined
  }

  /** Keeps a draft, or forgets it once it is the scenario's own again. Never throws: without room, the draft lives in the page only. */
  write(draft: Draft, now = Date.now()): void {
    const storage = this.#storage
    if (!storage) return
    if (isSameDraft(draft, this.#first) || draft.query.length > longestQuery) return storage.removeItem(this.#key)
    if (storage.getItem(this.#key) === null) dropOldest(storage, mostDrafts - 1)
    keep(() => storage, this.#key, { at: now, draft })
  }
}

function savedIn(storage: DraftStorage, key: string): SavedDraft | undefined {
  const value = recall(() => storage, key) as Partial<SavedDraft> | null | undefined
  return typeof value?.at === 'number' && typeof value.draft === 'object' && value.draft !== null ? (value as SavedDraft) : undefined
}

function dropOldest(storage: DraftStorage, most: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key?.startsWith(prefix))
  const byAge = keys.map((key) => ({ key: key!, at: savedIn(storage, key!)?.at ?? 0 })).sort((one, other) => one.at - other.at)
  for (const { key } of byAge.slice(0, Math.max(0, byAge.length - most))) storage.removeItem(key)
}

/** The page's local storage; undefined if the browser refuses it, as in sandboxed frames. */
export function pageStorage(): DraftStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
