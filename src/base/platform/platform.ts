// The supported Node, and the features that a store needs on any platform, with clear errors where they are missing.

import { StoreError } from '../errors.ts'
import type { Globals } from './features.ts'

/**
 * The oldest version of Node, as in package.json's `engines` and the documents. The deciding features: `Promise.withResolvers` (22.0),
 * `process.getBuiltinModule`, which finds threads (22.3), `require` of ES modules (22.12), `node:sqlite` without a flag (22.13).
 */
export const lowestNode = '22.13'

/** Features that versions of jsdom lack; every page has them all. */
const needed = ['Headers', 'Request', 'Response', 'TextDecoder', 'TextEncoder', 'structuredClone']

/** @param version from `process.versions.node`. */
export function isOldNode(version: string): boolean {
  const [lowestMajor = 0, lowestMinor = 0] = lowestNode.split('.').map(Number)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < lowestMajor || (major === lowestMajor && minor < lowestMinor)
}

/** What queries need: they run without requests. @throws StoreError `platform-unsupported`, with the remedy. */
export function checkNode(globals: Globals = globalThis): void {
  const { process } = globals as { readonly process?: { readonly versions?: { readonly node?: string } } }
  const version = process?.versions?.node
  if (version !== undefined && isOldNode(version)) {
    throw new StoreError('platform-unsupported', `Rillbox needs Node ${lowestNode} or newer; this is ${version}.`, {
      hint: 'Install a newer one, or use a container with it.',
    })
  }
}

/** @throws StoreError `platform-unsupported`, with the remedy. */
export function checkPlatform(globals: Globals = globalThis): void {
  checkNode(globals)
  // Only whether they are there: Node loads a whole client of HTTP for the first who reads `Headers`.
  const missing = needed.filter((name) => !(name in globals))
  if (missing.length === 0) return
  throw new StoreError('platform-unsupported', `A store needs features that this environment lacks: ${missing.join(', ')}.`, {
    hint: "In Jest with jsdom say `preset: 'rillbox/jest'`, or `setupFiles: ['rillbox/jest/setup']` beside another preset.",
  })
}
