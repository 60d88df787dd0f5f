// The page at /ui, and the headers that keep strangers' pages from framing or reading it and its scripts.

export interface WorkbenchPage {
  readonly type: string
  readonly text: string
}

const document = (body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rillbox workbench</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/ui/page.css">${head}</head>
<body>${body}</body></html>\n`

const message = (title: string, text: string): string => document(`<main><h1>Rillbox workbench</h1><h2>${title}</h2>${text}</main>`)

/** Without a slash in front: where the page stands, its scripts stand too. */
const folder = '/ui/'
/** The script that fills the page; it loads others by relative addresses. */
const entry = 'workbench.js'

const style = `:root { color-scheme: light dark; } body { margin: 0; font: 15px/1.45 system-ui, sans-serif; }
main { max-width: 40rem; padding: 1rem; } h1 { font-size: 1.15rem; } h2 { font-size: 1rem; } pre { overflow: auto; }\n`

const withoutControl = message(
  'Not switched on',
  `<p>This page shows a running store: its streams, projections, steps, requests and faults. It works over the control routes, which this command
does not answer. Start it with them:</p><pre tabindex="0">rillbox serve --control</pre>`,
)

const workbench = document('', `<script type="module" src="${folder}${entry}"></script>`)

/** @param path of a request. @returns undefined for other paths. */
export function workbenchPage(path: string, hasControl: boolean): WorkbenchPage | undefined {
  if (path === '/ui' || path === folder) return { type: 'text/html', text: hasControl ? workbench : withoutControl }
  return path === `${folder}page.css` ? { type: 'text/css', text: style } : undefined
}

/** @returns the name of the script at a path; undefined where none can be. */
export const scriptAt = (path: string): string | undefined =>
  path.startsWith(folder) && path.endsWith('.js') ? path.slice(folder.length) : undefined

/** No page may frame it, and it loads and reaches nothing but this port. Copies of a store run in the page, in QuickJS. */
export const workbenchHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}
