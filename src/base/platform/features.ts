// The supported browsers, and the features that older ones lack.

import { StoreError } from '../errors.ts'

/**
 * The oldest versions with every feature that the code needs, as in package.json's `browserslist` and docs/start.md. The deciding features:
 * `light-dark()` (123, 120, 17.5), `AbortSignal.any` (116, 124, 17.4), `Promise.withResolvers` (119, 121, 17.4), `Map.groupBy` (117, 119,
 * 17.4), module Workers (80, 114, 15), `isWellFormed` (111, 119, 16.4), `toSorted` (110, 115, 16), `CompressionStream` with `deflate-raw`
 * (103, 113, 16.4), Web Locks (69, 96, 15.4), `structuredClone` (98, 94, 15.4), each for Chrome and Edge, Firefox, Safari.
 */
export const supportedBrowsers = { chrome: '123', edge: '123', firefox: '124', safari: '17.5' } as const

/** The globals of a page or a process. */
export type Globals = Readonly<Record<string, unknown>>

/** Features without a fallback, as paths from the globals. Locks and channels have a fallback, IndexedDB and WebAssembly errors of their own. */
const needed = [
  'AbortSignal.any',
  'Array.prototype.findLast',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Map.groupBy',
  'Object.hasOwn',
  'Promise.withResolvers',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'structuredClone',
]

const hasMembers = (value: unknown): value is Globals => (typeof value === 'object' && value !== null) || typeof value === 'function'

const hasPath = (globals: Globals, path: string): boolean =>
  path.split('.').reduce<unknown>((value, member) => (hasMembers(value) ? value[member] : undefined), globals) !== undefined

/** Whether this platform has the Workers of browsers: Node calls its own threads. */
export const hasWorkers = (): boolean => typeof Worker === 'function'

/** @returns the names of missing features, in order. */
export const missingFeatures = (globals: Globals): string[] => needed.filter((path) => !hasPath(globals, path))

/** @throws StoreError `browser-unsupported`, with the missing features. */
export function checkFeatures(globals: Globals = globalThis): void {
  const missing = missingFeatures(globals)
  if (missing.length === 0) return
  const { chrome, firefox, safari } = supportedBrowsers
  throw new StoreError('browser-unsupported', `This browser lacks features that the store needs: ${missing.join(', ')}.`, {
    hint: `Use Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or a newer version.`,
  })
}
