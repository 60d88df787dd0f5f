// Decides which panels stand side by side, which ones are tabs, and which tab is open.

import { frame as texts } from '../strings/english/frame.ts'

/** In display order. */
export const panelNames = ['lesson', 'editor', 'result', 'log', 'streams', 'map', 'requests', 'steps', 'compare'] as const
export type PanelName = (typeof panelNames)[number]

/** Panels that stay visible where there is room. */
const sideBySide: readonly PanelName[] = ['editor', 'result']

export const isBeside = (name: PanelName): boolean => sideBySide.includes(name)

export interface Arrangement {
  /** Always visible. */
  readonly beside: readonly PanelName[]
  readonly tabs: readonly PanelName[]
  readonly open: PanelName | undefined
}

/**
 * @param hidden names of the panels to leave out.
 * @param isWide whether there is room for two columns.
 * @param asked panels that were asked for, the latest first.
 */
export function arrange(hidden: ReadonlySet<string>, isWide: boolean, asked: readonly PanelName[]): Arrangement {
  // Pages without the steps show a query and what it does, and offer no tools for it.
  const shown = panelNames.filter((name) => !hidden.has(name) && !(name === 'compare' && hidden.has('steps')))
  const beside = isWide ? shown.filter(isBeside) : []
  const tabs = shown.filter((name) => !beside.includes(name))
  return { beside, tabs, open: asked.find((name) => tabs.includes(name)) ?? tabs.find((name) => name !== 'log') ?? tabs[0] }
}

export const isPanelName = (name: unknown): name is PanelName => panelNames.some((known) => known === name)

/** @param words names separated by spaces or commas, as in the attribute `hide`. */
export const wordsOf = (words: string | undefined): ReadonlySet<string> => new Set(words?.split(/[\s,]+/).filter(Boolean))

/**
 * @param title given by the page.
 * @param named title of the scenario.
 * @param src address of the scenario; its file name is the last resort.
 */
export function titleOf(title: string | null, named: string | undefined, src: string | undefined): string {
  if (title) return title
  if (named) return named
  const file = src
    ?.split(/[?#]/)[0]
    ?.split('/')
    .at(-1)
    ?.replace(/\.json$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return file ? file[0]!.toUpperCase() + file.slice(1) : texts.untitled
}
