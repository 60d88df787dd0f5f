// A static host with the built playground beside its pages, as an author who embeds it would have.

import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'element')

/** The policy that docs/playground.md gives. */
export const minimalPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:"

export interface SiteOptions {
  /** Bodies of pages and texts of scenarios, by path. */
  readonly files: Readonly<Record<string, string>>
  /** `Content-Security-Policy` of everything. Default: the minimal one. */
  readonly policy?: string
  /** Whether the bodies of pages are whole documents. Default: false. */
  readonly wholePages?: boolean
  /** Whether pages of other origins may load its files. Default: false. */
  readonly isShared?: boolean
  /** In front of every path, e.g. `/some/path`. */
  readonly below?: string
}

export interface Site {
  /** With a slash at the end. */
  readonly url: string
  /** Requested paths. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** Serves pages with `element.js` from `rillbox/` beside them. */
export async function serveSite({
  files,
  policy = minimalPolicy,
  below = '',
  wholePages = false,
  isShared = false,
}: SiteOptions): Promise<Site> {
  const scripts = new Map(readdirSync(folder).map((file) => [`/rillbox/${file}`, readFileSync(join(folder, file))]))
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://site')
    const path = pathname.startsWith(`${below}/`) ? pathname.slice(below.length) : ''
    asked.push(path)
    const page = files[path]
    const body = page === undefined ? scripts.get(path) : path.endsWith('.html') && !wholePages ? document(page) : page
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Type': types[path.split('.').at(-1)!] ?? 'text/plain',
      'Content-Security-Policy': policy,
      ...(isShared && { 'Access-Control-Allow-Origin': '*' }),
      // As docs/playground.md advises: the names of these files change with their content.
      ...(/-[\w-]{8}\.js$/.test(path) && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}${below}/`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
}

/** Styles come as a file, because the policy allows no others. */
const document = (body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>An article</title>
    <link rel="stylesheet" href="site.css" />
    <script type="module" src="rillbox/element.js"></script>
  </head>
  <body>
    <main>
      <h1>An article</h1>
      ${body}
    </main>
  </body>
</html>`

/** The rule of docs/playground.md that keeps the place of an element that is still loading. */
export const reservingStyle = `
  rillbox-playground:not(:defined) {
    display: block;
    box-sizing: border-box;
    block-size: var(--rillbox-height, 40rem);
    padding: 1rem;
    border: 1px solid transparent;
    overflow: auto;
  }
`

export const cartScenario = {
  version: 1,
  events: [
    { stream: 'cart-1', type: 'ItemAdded', data: { price: 5 } },
    { stream: 'cart-1', type: 'ItemAdded', data: { price: 7 } },
    { stream: 'cart-2', type: 'ItemAdded', data: { price: 9 } },
  ],
  projections: [
    {
      name: 'cart-totals',
      query: "fromCategory('cart').foreachStream().when({ $init: () => ({ total: 0 }), ItemAdded(s, e) { s.total += e.data.price } })",
    },
  ],
}

/** The text of a page for readers without scripts. */
export const fallback = `
  <pre><code>fromCategory('cart').foreachStream()…</code></pre>
  <table>
    <caption>The total of each cart</caption>
    <tr><th scope="row">cart-1</th><td>12</td></tr>
    <tr><th scope="row">cart-2</th><td>9</td></tr>
  </table>`

/** One embed. */
export const embed = (attributes = '', scenario: object | string = cartScenario): string =>
  `<rillbox-playground ${attributes}>
    <script type="application/json">${typeof scenario === 'string' ? scenario : JSON.stringify(scenario)}</script>
    ${fallback}
  </rillbox-playground>`
