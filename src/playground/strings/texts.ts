// Keeps the texts of the panels in the page's language: English until another language is used.

/**
 * A text; for texts with values a function; for sentences with elements in them a function that returns their pieces, which Lit renders
 * one after the other.
 */
export type Text = string | ((...values: never[]) => string | readonly unknown[])
/** Texts of a panel, in groups where it has many. */
export interface PanelTexts {
  readonly [name: string]: Text | PanelTexts
}

/** The same members, with any text in the place of the English one. */
export type Translatable<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string
    ? string
    : Texts[Name] extends (...values: never[]) => unknown
      ? Texts[Name]
      : Translatable<Texts[Name]>
}

export interface Language {
  /** As in the attribute `lang`, e.g. `de`. */
  readonly tag: string
  /** Texts in place of the English ones, by panel; strings.ts says which there are. */
  readonly translation: { readonly [panel: string]: PanelTexts | undefined }
}

const english: Language = { tag: 'en', translation: {} }
let language = english

const panels = new Map<string, { readonly english: PanelTexts; readonly current: PanelTexts }>()

/**
 * Makes the texts of a panel replaceable.
 *
 * @param panel the name that translations use; the name of the file.
 * @returns an object whose members are always those of the page's language: look them up while rendering, not while loading.
 */
export function replaceable<Texts extends PanelTexts>(panel: string, english: Texts): Translatable<Texts> {
  const current = { ...english, ...language.translation[panel] }
  panels.set(panel, { english, current })
  return current as unknown as Translatable<Texts>
}

/** Replaces the texts of all panels, also of those that load later; undefined brings back English. */
export function useLanguage(next: Language = english): void {
  language = next
  for (const [panel, { english, current }] of panels) Object.assign(current, english, next.translation[panel])
}

/** Tag of the language in use, for the attribute `lang` and for the spelling of numbers. */
export const languageInUse = (): string => language.tag
