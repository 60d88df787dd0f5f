// Gives the link in the page's address to one playground, the first that asks, and reads it.

import type { Shared } from './share-link.ts'
import { PlaygroundError } from '../../model/trouble.ts'
import { frame as texts } from '../../strings/english/frame.ts'

let owner: Element | undefined

/** @returns a function that releases the fragment; undefined if another element has it. */
export function takeFragment(element: Element): (() => void) | undefined {
  if (owner !== undefined && owner !== element) return undefined
  owner = element
  return () => {
    if (owner === element) owner = undefined
  }
}

/** Whether a fragment is a share link of any version, not an anchor in the page. */
export const looksShared = (fragment: string): boolean => /^#\d+\./.test(fragment)

/**
 * @returns undefined if the fragment is not a share link.
 * @throws PlaygroundError if the link cannot be read.
 */
export async function openFragment(fragment: string): Promise<Shared | undefined> {
  if (!looksShared(fragment)) return undefined
  const { readFragment } = await import('./share-link.ts')
  const link = await readFragment(fragment)
  if (link.kind === 'shared') return link.shared
  if (link.kind === 'newer') throw new PlaygroundError(texts.newerLink(link.version), texts.newerLinkHint)
  throw new PlaygroundError(texts.brokenLink(link.reason), texts.brokenLinkHint)
}
