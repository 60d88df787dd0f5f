// Serves the files of a web interface below /web, where the store itself has none.

import { readFile, realpath } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Store } from '../../../engine/store.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff': 'application/x-font-woff; charset=utf-8',
  '.woff2': 'application/x-font-woff; charset=utf-8',
  '.ttf': 'application/font-sfnt; charset=utf-8',
}

/** Where newer releases send browsers, to pages of their own; those of a stream have a place in the older pages too. */
const newerPage = /^\/ui(?:\/(?:cluster\/?)?|(\/streams\/.+))?$/

/**
 * Answers as the store does, which sends browsers from `/` to its administration pages: those here, by whatever name. Files that it does not know come from the folder, with the
 * types and caching headers of server-http §4.4. What has another extension is not there, nor is what is hidden or lies outside of the folder,
 * wherever a link leads.
 *
 * @param folder the built interface, with its `index.html`.
 */
export function withWebFiles(fetch: Store['fetch'], folder: string): Store['fetch'] {
  return async (request) => {
    const response = await fetch(request)
    if (response.status !== 404 || request.method !== 'GET') return response
    const { pathname } = new URL(request.url)
    const page = newerPage.exec(pathname)
    if (page) return new Response(null, { status: 302, headers: { Location: `/web/index.html${page[1] ? `#${page[1]}` : ''}` } })
    const path = pathIn(folder, pathname) ?? ''
    const type = types[extname(path).toLowerCase()]
    const file = type && (await contentOf(folder, path))
    if (!file) return response
    const headers = new Headers(response.headers)
    headers.delete('Content-Length')
    headers.set('Content-Type', type)
    headers.set('Cache-Control', 'max-age=3600, public')
    headers.set('Vary', 'Accept')
    return new Response(file, { headers })
  }
}

/** @returns undefined for files elsewhere: a name that climbs out of the folder asks for nothing that is served. */
function pathIn(folder: string, pathname: string): string | undefined {
  const name = decoded(/^\/web\/(.+)$/.exec(pathname)?.[1] ?? '')
  if (!name) return undefined
  const path = join(folder, name)
  return isShown(folder, path) && !path.includes('\0') ? path : undefined
}

/** Whether a path lies in the folder and no name on the way begins with a dot, for example `.git` and `..`. */
const isShown = (folder: string, path: string): boolean =>
  path.startsWith(join(folder, sep)) && !/(?:^|[/\\])\./.test(relative(folder, path))

/** @returns undefined for a text that is not properly encoded: no file has such a name. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

const missing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES'])

/** @returns undefined if there is no such file, or only a link out of the folder. */
async function contentOf(folder: string, path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const [realFolder, realPath] = await Promise.all([realpath(folder), realpath(path)])
    return isShown(realFolder, realPath) ? new Uint8Array(await readFile(realPath)) : undefined
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
