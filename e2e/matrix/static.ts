// Serves the files of a folder as any static host does, and nothing else: a missing file gets a 404.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

export interface Server {
  stop(): Promise<void>
}

export async function serveFolder(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname).replace(/\/$/, '/index.html')
    readFile(join(folder, path)).then(
      (content) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve))
  return {
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
