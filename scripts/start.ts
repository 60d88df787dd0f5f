// Serves the site from the sources and prints the addresses of its pages.

import { parseArgs } from 'node:util'
import { createServer } from 'vite'

const { values } = parseArgs({
  options: { port: { type: 'string' }, host: { type: 'string' }, open: { type: 'boolean', default: false } },
})

const server = await createServer({
  logLevel: 'warn',
  clearScreen: false,
  server: { port: Number(values.port ?? 5173), open: values.open, ...(values.host === undefined ? {} : { host: values.host }) },
})
await server.listen()

const { local = [], network = [] } = server.resolvedUrls ?? {}
const pages = [
  ['', 'the playground'],
  ['docs/', 'the documentation'],
  ['docs.html', 'an article with queries to run in it'],
  ['app.html', 'a shop whose back end is a store in the page'],
] as const
const lines = [...local, ...network].flatMap((address) => pages.map(([page, what]) => `  ${`${address}${page}`.padEnd(40)} ${what}`))
console.log(`\n${lines.join('\n')}\n\n  Stop it with Ctrl+C.\n`)
