// Serves the files of a web interface below /web, where the store itself has none.

import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Store } from '../engine/store.ts'

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

/**
 * Answers as the store does, which sends browsers from `/` to `/web/index.html`; files that it does not know come from the folder, with the
 * types and caching headers of server-http §4.4. What has another extension is not there.
 *
 * @param folder the built interface, with its `index.html`.
 */
export function withWebFiles(fetch: Store['fetch'], folder: string): Store['fetch'] {
  return async (request) => {
    const response = await fetch(request)
    if (response.status !== 404 || request.method !== 'GET') return response
    const path = pathIn(folder, new URL(request.url).pathname) ?? ''
    const type = types[extname(path).toLowerCase()]
    const file = type && (await contentOf(path))
    if (!file) return response
    const headers = new Headers(response.headers)
    headers.delete('Content-Length')
    headers.set('Content-Type', type)
    headers.set('Cache-Control', 'max-age=3600, public')
    headers.set('Vary', 'Accept')
    return new Response(file, { headers })
  }
}

/** @returns undefined for what lies elsewhere: a name that climbs out of the folder asks for nothing that is served. */
function pathIn(folder: string, pathname: string): string | undefined {
  const name = decoded(/^\/web\/(.+)$/.exec(pathname)?.[1] ?? '')
  if (!name) return undefined
  const path = join(folder, name)
  return path.startsWith(join(folder, sep)) && !path.includes('\0') ? path : undefined
}

/** @returns undefined for what is no encoded text: no file has such a name. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

const missing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

async function contentOf(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(path))
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
