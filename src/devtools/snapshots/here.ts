// Remembers the snapshot from which each store goes on: the one that was saved or restored last.

import { keep, pageStorage, recall } from '../../playground/kit/kept.ts'

const keyOf = (store: string): string => `rillbox-devtools:here:${store}`

/** @returns undefined if there is none, or this page may not keep anything: the next snapshot then begins a tree of its own. */
export const whereIs = (store: string): number | undefined => recall(pageStorage(), keyOf(store)) as number | undefined

export const nowAt = (store: string, id: number | undefined): void => keep(pageStorage(), keyOf(store), id)
