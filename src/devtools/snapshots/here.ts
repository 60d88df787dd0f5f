// Remembers the snapshot from which each store goes on: the one that was saved or restored last.

import { keep, recall } from '../../playground/kit/kept.ts'

const storage = (): Storage => localStorage
const keyOf = (store: string): string => `rillbox-devtools:here:${store}`

/** @returns undefined if there is none, or this page may not keep anything: the next snapshot then begins a tree of its own. */
export const whereIs = (store: string): number | undefined => (recall(storage, keyOf(store)) as number | null | undefined) ?? undefined

export const nowAt = (store: string, id: number | undefined): void => keep(storage, keyOf(store), id)
