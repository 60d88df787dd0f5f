// What a reader can take back: starting over, discarding a draft, deleting; and the offer to do so.

import type { Store } from '../../engine/store.ts'
import type { LoggedExchange } from '../../engine/observe/request-log.ts'

/** The action, for the sentence beside the button. */
export type DoneDeed =
  | { readonly kind: 'reset' | 'draft' | 'branched' }
  | { readonly kind: 'opened'; /** Of the file. */ readonly name: string }
  | { readonly kind: 'deleted'; readonly what: 'stream' | 'projection'; readonly name: string }

export interface UndoOffer {
  readonly deed: DoneDeed
  /** Takes the deed back. */
  undo(): Promise<void>
  /** Begins to count the later changes that it would take back too; absent where it takes back nothing else. */
  readonly countLater?: () => () => number
}

/** Whether a request has changed something: not those that look, were refused or redirected, or never answered. */
export const isWrite = ({ method, outcome }: Pick<LoggedExchange, 'method' | 'outcome'>): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) && outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

/** @returns a function that counts the changes that clients made since this call, as far as the request log knows them. */
function countsChanges(store: Store): () => number {
  const last = (store.requests.pending.at(-1) ?? store.requests.entries.at(-1))?.id ?? 0
  return () => store.requests.entries.filter((exchange) => exchange.id > last && isWrite(exchange)).length
}

/** @returns an offer that restores the whole content of a store as it is now; for stores of the playground itself, which are small. */
export async function offerToRestore(store: Store, deed: DoneDeed): Promise<UndoOffer> {
  const before = await store.snapshot()
  return { deed, undo: () => store.restore(before), countLater: () => countsChanges(store) }
}
