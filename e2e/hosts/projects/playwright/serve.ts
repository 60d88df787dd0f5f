// Serves the files of the application.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

createServer((request, response) => {
  const path = request.url === '/' ? '/index.html' : request.url!
  readFile(join(import.meta.dirname, 'app', path)).then(
    (content) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(content),
    () => response.writeHead(404).end(),
  )
}).listen(Number(process.env['PORT'] ?? 4173))
