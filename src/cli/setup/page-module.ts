// Words the module that starts a store in a page, with a record of its companions, so that all of them can be taken away again.

import type { PageProject } from './project.ts'

/** The files made beside the module, in the order of their making; folders end with a slash. */
export interface SetUpRecord {
  readonly made: readonly string[]
  /** The script that got the module as its first import. */
  readonly imports?: string
  /** Whether the module loads the developer tools too. */
  readonly devtools?: boolean
}

const moduleName = 'rillbox'
/** Names by which SvelteKit and Nuxt find the module; others import it. */
const foundNames: Partial<Record<PageProject['kind'], string>> = { sveltekit: 'hooks.client', nuxt: 'rillbox.client' }
const recordMark = '// rillbox-init '

/** @returns the path of the module; undefined where it has no place. */
export const modulePath = ({ kind, folder, isTyped }: PageProject): string | undefined =>
  folder === undefined ? undefined : `${folder === '' ? '' : `${folder}/`}${foundNames[kind] ?? moduleName}.${extension(kind, isTyped)}`

const extension = (kind: PageProject['kind'], isTyped: boolean): string => `${isTyped ? 'ts' : 'js'}${kind === 'next' ? 'x' : ''}`

export function moduleText(page: PageProject, record: SetUpRecord): string {
  const body = { next: nextBody, nuxt: nuxtBody, sveltekit: sveltekitBody, vite: viteBody }[page.kind](page, record.devtools === true)
  return `${page.kind === 'next' ? "'use client'\n\n" : ''}// Starts an event store in this page, in development only. Written by \`rillbox init\`; \`rillbox init --remove\` takes it away.
${recordMark}${JSON.stringify(record)}

${body}`
}

/** @returns undefined where the text is not of a module that this command has written. */
export function recordIn(text: string): SetUpRecord | undefined {
  const line = text.split(/\r?\n/).find((each) => each.startsWith(recordMark))
  try {
    return line === undefined ? undefined : (JSON.parse(line.slice(recordMark.length)) as SetUpRecord)
  } catch {
    return undefined
  }
}

/** As they stand in imports of the application: the commands import nothing of a page themselves. */
export const browserEntry = "'rillbox/browser'"
export const devtoolsEntry = "'rillbox/devtools'"

/** @returns the line of the developer tools, or nothing. */
const devtoolsLine = (hasDevtools: boolean, indent: string): string => (hasDevtools ? `${indent}await import(${devtoolsEntry})\n` : '')

const viteBody = ({ hasBase }: PageProject, hasDevtools: boolean): string => `if (import.meta.env.DEV) {
  const { startStore } = await import(${browserEntry})
${devtoolsLine(hasDevtools, '  ')}  await startStore({ baseUrl: 'http://localhost:2113'${hasBase ? ', workerUrl: `${import.meta.env.BASE_URL}mockServiceWorker.js`' : ''} })
}

export {}
`

const sveltekitBody = (_page: PageProject, hasDevtools: boolean): string => `/** SvelteKit waits for it before it starts the page. */
export async function init() {
  if (import.meta.env.DEV) {
    const { startStore } = await import(${browserEntry})
${devtoolsLine(hasDevtools, '    ')}    await startStore({ baseUrl: 'http://localhost:2113' })
  }
}
`

const nuxtBody = (
  _page: PageProject,
  hasDevtools: boolean,
): string => `/** Nuxt waits for it before it starts the page and other plugins. */
export default defineNuxtPlugin({
  name: 'rillbox',
  enforce: 'pre',
  async setup() {
    if (import.meta.env.DEV) {
      const { startStore } = await import(${browserEntry})
${devtoolsLine(hasDevtools, '      ')}      await startStore({ baseUrl: 'http://localhost:2113' })
    }
  },
})
`

const nextBody = ({ isTyped }: PageProject, hasDevtools: boolean): string => `import { useEffect, useState } from 'react'

/** Shows its children once the store answers their requests; in production at once, without a store. */
export function Rillbox({ children }${isTyped ? ': { children: React.ReactNode }' : ''}) {
  const [isReady, setReady] = useState(process.env.NODE_ENV === 'production')
  useEffect(() => {
    if (process.env.NODE_ENV === 'production') return
    const start = async () => {
      const { startStore } = await import(${browserEntry})
${devtoolsLine(hasDevtools, '      ')}      await startStore({ baseUrl: 'http://localhost:2113' })
      setReady(true)
    }
    void start()
  }, [])
  return isReady ? children : null
}
`

/**
 * Whether a module is still as the command has written it: formatted in another style at most, and with or without the line of the developer
 * tools, which the documents tell people to add.
 */
export const isAsWritten = (text: string, page: PageProject, record: SetUpRecord): boolean =>
  essence(text) === essence(moduleText(page, record))

const essence = (text: string): string =>
  text
    .replace(/^\s*await import\(['"]rillbox\/devtools['"]\);?\s*$/m, '')
    .split('\n')
    .filter((line) => !line.startsWith(recordMark))
    .join('\n')
    .replaceAll('"', "'")
    .replace(/;(?=\s*$)/gm, '')
    .replace(/,(?=\s*[)}\]])/g, '')
    .replace(/\s+/g, '')

const importLine = /(^|\uFEFF)import (['"])\.\/rillbox\2;?\r?\n/m

export const importsModule = (text: string): boolean => importLine.test(text)

/** Makes the module the first import: it has started the store before the modules behind it are evaluated. */
export function withImport(text: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const first = /^import\b[^\n]*?(['"])[^'"\n]+\1(;?)\s*$/m.exec(text)
  const [, quote = "'", semicolon = ''] = first ?? []
  const at = placeOfImport(text)
  return `${text.slice(0, at)}import ${quote}./${moduleName}${quote}${semicolon}${end}${text.slice(at)}`
}

export const withoutImport = (text: string): string => text.replace(importLine, '$1')

/** Behind what has to stay first: marks, comments, directives; before a comment about the line below it. */
function placeOfImport(text: string): number {
  const before = /^\uFEFF?(?:#![^\n]*\n)?(?:[ \t]*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/[ \t]*|(['"])use [a-z ]+\1;?[ \t]*)?\r?\n)*/.exec(text)![0]
  const aboutNext = /(?:^|\n)([ \t]*\/\/[^\n]*(?:@ts-(?:ignore|expect-error)|disable-next-line)[^\n]*\n)$/.exec(before)
  return before.length - (aboutNext?.[1]!.length ?? 0)
}
