// Serves the demo from the sources and says where it is.

import { parseArgs } from 'node:util'
import { createServer } from 'vite'

const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string' } } })

const server = await createServer({
  logLevel: 'warn',
  clearScreen: false,
  server: { port: Number(values.port ?? 5173), ...(values.host === undefined ? {} : { host: values.host }) },
})
await server.listen()
const { local = [], network = [] } = server.resolvedUrls ?? {}
console.log(`\n  The demo shop is open at ${[...local, ...network].join('  ')}\n\n  Stop it with Ctrl+C.\n`)
