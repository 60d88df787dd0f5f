// Chooses the language of the page's playgrounds: that of the attribute `lang`, where there is a translation.

import type { Translation } from './strings.ts'
import type { Language } from './texts.ts'
import { languageInUse, useLanguage } from './texts.ts'

/** A translation, or a function that loads it when a page asks for the language. */
export type TranslationSource = Translation | (() => Promise<Translation>)

const sources = new Map<string, TranslationSource>([['de', () => import('./german.ts')]])

/**
 * Adds a language, or replaces one. Playgrounds that are added to the page afterwards speak it where `lang` names it.
 *
 * @param tag as in the attribute `lang`: `fr` serves `fr-CA` too.
 */
export function addLanguage(tag: string, source: TranslationSource): void {
  sources.set(tag.toLowerCase(), source)
}

/** Tag of the language that the page wants at an element: of the nearest attribute `lang`, also outside of its shadow root. */
function languageAt(element: Element): string {
  let node: Element | null = element
  while (node) {
    const named: Element | null = node.closest('[lang]')
    if (named) return named.getAttribute('lang')!
    const root: Node = node.getRootNode()
    node = 'host' in root ? (root as ShadowRoot).host : null
  }
  return ''
}

/** The nearest language that there is, without its region if need be; undefined stands for English. */
export function tagFor(wanted: string): string | undefined {
  const parts = wanted.toLowerCase().split('-')
  for (let count = parts.length; count > 0; count--) {
    const tag = parts.slice(0, count).join('-')
    if (sources.has(tag)) return tag
  }
  return undefined
}

/**
 * Uses the language that the page wants at an element. Never rejects: a translation that cannot be loaded leaves English.
 *
 * @returns whether the texts have changed.
 */
export async function speakLanguageAt(element: Element): Promise<boolean> {
  const asking = ++asked
  const before = languageInUse()
  const tag = tagFor(languageAt(element))
  if ((tag ?? 'en') === before && tag !== 'en') return false
  const language = tag === undefined ? undefined : await load(tag)
  // A translation that comes late does not replace the language of an element that was added meanwhile.
  if (asking !== asked) return false
  useLanguage(language)
  return languageInUse() !== before
}
let asked = 0

async function load(tag: string): Promise<Language | undefined> {
  const source = sources.get(tag)!
  try {
    return { tag, translation: typeof source === 'function' ? await source() : source }
  } catch (error) {
    // eslint-disable-next-line no-console -- everything works, so there is no error to reject with
    console.warn(`The texts of the playground for the language "${tag}" could not be loaded; they stay English.`, error)
    return undefined
  }
}
