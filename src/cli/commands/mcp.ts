// The command `mcp`: gives a coding assistant tools over a store, until the assistant ends.

import { createStore } from '../../engine/store.ts'
import type { McpCommand } from '../arguments.ts'
import { mcpTools } from '../mcp/mcp-tools.ts'
import { serveMcp } from '../mcp/mcp-server.ts'
import type { Tools } from '../tools.ts'
import { openEvents } from './opened-events.ts'

/** Standard output belongs to the protocol. */
export async function runMcp({ source, release }: McpCommand, tools: Tools): Promise<void> {
  const interrupted = tools.untilInterrupted()
  const storage = source === undefined ? tools.inMemory() : await openEvents(source, tools)
  tools.terminal.done()
  const environment = { log: () => undefined, hint: tools.terminal.note }
  const store = createStore({ storage, environment, ...(release && { release }) })
  try {
    await store.ready()
    const served = await serveMcp(mcpTools({ store, storage }), tools.version)
    await Promise.race([interrupted, served.closed])
    await served.close()
  } finally {
    await store.close()
  }
}
