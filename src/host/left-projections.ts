// Names the place where the module of the plugin for Vite leaves the projections of an application, for the stores that its page starts.

import type { StoreProjection } from '../engine/queries/files/projection-file.ts'

/** Name of the global symbol that holds the list. */
export const leftProjectionsKey = 'rillbox.projections'

/** Undefined where the page has no such module. */
export const leftProjections = (): readonly StoreProjection[] | undefined =>
  (globalThis as { readonly [key: symbol]: readonly StoreProjection[] | undefined })[Symbol.for(leftProjectionsKey)]
