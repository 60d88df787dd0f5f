// The files of the workbench at /ui, each with the headers that keep strangers' pages from framing or reading it.

import { workbenchScript } from './page-script.generated.ts'
import { workbenchStyle } from './style.ts'

export interface WorkbenchFile {
  readonly type: string
  readonly text: string
}

const document = (body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rillbox workbench</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/ui/workbench.css">${head}</head>
<body>${body}</body></html>\n`

const files: Readonly<Record<string, WorkbenchFile>> = {
  '/ui': { type: 'text/html', text: document('', '<script type="module" src="/ui/workbench.js"></script>') },
  '/ui/workbench.js': { type: 'text/javascript', text: workbenchScript },
  '/ui/workbench.css': { type: 'text/css', text: workbenchStyle },
}

const withoutControl =
  document(`<header><h1>Rillbox workbench</h1></header><main><section aria-labelledby="off"><h2 id="off">Not switched on</h2>
<p>This page shows a running store: its streams, projections, requests and faults. It works over the control routes, which this command does not
answer. Start it with them:</p><pre tabindex="0">rillbox serve --control</pre></section></main>`)

/** @param path of a request. @returns undefined for other paths. */
export function workbenchFile(path: string, hasControl: boolean): WorkbenchFile | undefined {
  const file = Object.hasOwn(files, path) ? files[path] : undefined
  return file && path === '/ui' && !hasControl ? { ...file, text: withoutControl } : file
}

/** No page may frame it, and it loads and reaches nothing but this port. */
export const workbenchHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}
