// Decides which panels stand beside each other, which share the tabs, and which tab is open.

/** In the order in which they are shown. */
export const panelNames = ['editor', 'result', 'streams', 'requests', 'steps'] as const
export type PanelName = (typeof panelNames)[number]

export const panelLabels: Readonly<Record<PanelName, string>> = {
  editor: 'Query',
  result: 'Result',
  streams: 'Streams',
  requests: 'Requests',
  steps: 'Steps',
}

/** What is always to be seen where there is room. */
const besideEachOther: readonly PanelName[] = ['editor', 'result']

export interface Arrangement {
  /** Always visible. */
  readonly beside: readonly PanelName[]
  readonly tabs: readonly PanelName[]
  readonly open: PanelName | undefined
}

/**
 * @param hidden names that are not shown.
 * @param isWide whether there is room for two columns.
 * @param asked panels that somebody asked for, the last one first.
 */
export function arrange(hidden: ReadonlySet<string>, isWide: boolean, asked: readonly PanelName[]): Arrangement {
  const shown = panelNames.filter((name) => !hidden.has(name))
  const beside = isWide ? shown.filter((name) => besideEachOther.includes(name)) : []
  const tabs = shown.filter((name) => !beside.includes(name))
  return { beside, tabs, open: asked.find((name) => tabs.includes(name)) ?? tabs[0] }
}

export const isPanelName = (name: unknown): name is PanelName => panelNames.some((known) => known === name)

/** @param words as in the attribute `hide`: names with spaces or commas between them. */
export const wordsOf = (words: string | undefined): ReadonlySet<string> => new Set(words?.split(/[\s,]+/).filter(Boolean))

/** @returns the tab that a key leads to, by the pattern of ARIA; undefined for keys that lead nowhere. */
export function tabForKey<Name>(tabs: readonly Name[], current: Name, key: string): Name | undefined {
  const index = tabs.indexOf(current)
  switch (key) {
    case 'ArrowRight':
      return tabs[(index + 1) % tabs.length]
    case 'ArrowLeft':
      return tabs.at(index - 1)
    case 'Home':
      return tabs[0]
    case 'End':
      return tabs.at(-1)
    default:
      return undefined
  }
}

/**
 * @param title as the page gives it.
 * @param named as the scenario names itself.
 * @param src address of the scenario: its file stands in for a name.
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
  return file ? file[0]!.toUpperCase() + file.slice(1) : 'Playground'
}
