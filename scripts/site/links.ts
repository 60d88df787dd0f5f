// Decides where a link of a document leads on the site: to another page, to a file of the repository, or elsewhere.

import { posix } from 'node:path'
import { pathOfFile } from './contents.ts'

/** Where the sources are read. */
export const repository = 'https://github.com/rillbox/rillbox'

const inRepository = new RegExp(`^${repository}/(?:blob|tree)/main/(.*)$`)

export interface LinkContext {
  /** The document, from the root of the project, e.g. `docs/hosts.md`. */
  readonly from: string
  /** Paths of all pages below `docs`. */
  readonly pages: ReadonlySet<string>
  /** Ending of a page: `html` for readers, `md` for programs. */
  readonly ending: 'html' | 'md'
}

/** @returns the address, relative to the page where it is one of the site. */
export function resolveLink(target: string, { from, pages, ending }: LinkContext): string {
  const named = inRepository.exec(target)?.[1]
  if (named === undefined && /^[a-z]+:|^#|^\/\//.test(target)) return target
  const [path = '', anchor] = (named ?? posix.join(posix.dirname(from), target)).split('#')
  const hash = anchor === undefined ? '' : `#${anchor}`
  const page = pageOf(path)
  if (page !== undefined && pages.has(page)) return `${posix.relative(posix.dirname(pageAddress(from)), `docs/${page}.${ending}`)}${hash}`
  if (path.startsWith('demo/')) return `${posix.relative(posix.dirname(pageAddress(from)), path.slice('demo/'.length))}${hash}`
  return `${repository}/blob/main/${path}${hash}`
}

/** The page of a document; a folder is its README. */
const pageOf = (path: string): string | undefined =>
  /^docs(?:\/|$)/.test(path)
    ? pathOfFile(path.endsWith('.md') ? path.slice('docs/'.length, -3) : `${path.slice('docs/'.length)}/README`)
    : undefined

/** `docs/decisions/README.md` is `docs/decisions/index`: both in the same folder. */
const pageAddress = (from: string): string => from.replace(/\.md$/, '')
