// The HTML pages: a redirect to the administration pages (streams-http §7.5), and a welcome page for a node without them.

import { basePathOf } from '../../pipeline/request/base-url.ts'
import type { Exchange } from '../../exchange.ts'

/** @param number that of an event, whose page it is. */
export function redirectPage(exchange: Exchange, stream: string, number?: number | string): string {
  const page = exchange.facts.http.streamPage(stream) + (number === undefined ? '' : `/${number}`)
  const target = JSON.stringify(basePathOf(exchange.requestBase) + page).replaceAll('<', '\\u003c')
  return `<!DOCTYPE html>\n<html><head><title>Redirecting</title></head><body><script>location.replace(${target})</script></body></html>`
}

/** Pages that every browser can show, with their contents. */
const places: readonly (readonly [path: string, what: string])[] = [
  ['/info', 'the node'],
  ['/info/options', 'its options'],
  ['/projections/any', 'projections'],
  ['/subscriptions', 'persistent subscriptions'],
  ['/users/', 'users'],
  ['/stats', 'statistics'],
]

/** The front page of a node without administration pages. */
export function welcomePage(exchange: Exchange): string {
  const base = basePathOf(exchange.requestBase)
  const links = places.map(([path, what]) => `<li><a href="${base}${path}">${path}</a>: ${what}</li>`)
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Rillbox</title></head><body>
<h1>Rillbox</h1>
<p>This store answers like ${exchange.facts.node.product}. Streams are at <code>${base}/streams/</code>, and their names behind it.</p>
<ul>
${links.join('\n')}
</ul>
<p>The administration pages of the server are no part of it: <code>rillbox serve --ui DIR</code> shows them to those who have their files.</p>
</body></html>
`
}
