// Finds the one edit that lets a text parse which the parser refuses: a sign that is missing where it stopped, or parentheses around an object.

import type { LanguageFacts } from '../../base/release/facts.ts'
import { parseSource } from '../dialect/source/prepare.ts'
import type { Fix } from './diagnostic.ts'

export interface Repair {
  readonly kind: 'sign' | 'object' | 'module'
  /** The missing sign. */
  readonly sign?: string
  /** Undefined where no one edit mends it. */
  readonly fix?: Fix
}

/** Longer texts take too long to be parsed time after time. */
const longest = 50_000

/** A sign that closes or separates what stands in front of the place. */
const signs = [',', ')', '}', ']', '})'] as const

/** Braces to try on both sides: an object in a handler stands near its arrow. */
const mostBraces = 4

/** @param at where the parser stopped. */
export async function repairOf(text: string, at: number, language: LanguageFacts | undefined): Promise<Repair | undefined> {
  if (/^(?:import|export)\b/.test(text.slice(at, at + 7))) return { kind: 'module' }
  if (text.length > longest) return undefined
  const parses = async (mended: string): Promise<boolean> => !('kind' in (await parseSource(mended, language)))
  if (/^(?::|\.\.\.)/.test(text.slice(at, at + 3))) {
    for (const fix of objects(text, at)) if (await parses(changed(text, fix))) return { kind: 'object', fix }
  }
  // In front of the blanks: there people write it.
  const start = text.slice(0, at).trimEnd().length
  for (const sign of signs) {
    const fix = { start, end: start, text: sign }
    if (await parses(changed(text, fix))) return { kind: 'sign', sign, fix }
  }
  return undefined
}

const changed = (text: string, { start, end, text: written }: Fix): string => text.slice(0, start) + written + text.slice(end)

/** Bodies of arrow functions around a place, as objects in parentheses. */
function* objects(text: string, at: number): Iterable<Fix> {
  const opened = Array.from(text.slice(0, at).matchAll(/=>\s*\{/g), ({ index, 0: found }) => index + found.length - 1)
  const closed = Array.from(text.slice(at).matchAll(/\}/g), ({ index }) => at + index + 1)
  for (const start of opened.toReversed().slice(0, mostBraces))
    for (const end of closed.slice(0, mostBraces)) yield { start, end, text: `(${text.slice(start, end)})` }
}
