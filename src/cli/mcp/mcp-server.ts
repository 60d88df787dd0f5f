// Serves tools over the Model Context Protocol, by its official SDK, which the application may have installed or not.

import { isError } from '../../base/platform/realms.ts'
import { printProblems } from '../../engine/shape.ts'
import { Failure } from '../failure.ts'
import type { McpTool } from './mcp-tools.ts'

export interface McpServed {
  /** Resolves when the client has gone. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** On standard input and output. @throws Failure where the SDK is not installed. */
export async function serveMcp(tools: readonly McpTool[], version: string): Promise<McpServed> {
  const { Server, StdioServerTransport, ListToolsRequestSchema, CallToolRequestSchema } = await loadSdk()
  const server = new Server({ name: 'rillbox', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema: { ...inputSchema } })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((each) => each.name === name)
    if (!tool) return told(`There is no tool "${name}".`, true)
    const missing = tool.inputSchema.required.filter((member) => given[member] === undefined)
    if (missing.length > 0) return told(`${name} needs ${missing.join(', ')}.`, true)
    const problems = tool.problems(given)
    if (problems.length > 0) return told(`${name} cannot use this:\n${printProblems(problems)}`, true)
    try {
      return told(JSON.stringify(await tool.call(given as never), null, 2), false)
    } catch (error) {
      return told(isError(error) ? error.message : String(error), true)
    }
  })
  const closed = new Promise<void>((resolve) => {
    // eslint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
    server.onclose = resolve
    // The transport does not hear that a client has ended.
    process.stdin.once('close', resolve)
    process.stdin.once('end', resolve)
  })
  await server.connect(new StdioServerTransport())
  return { closed, close: () => server.close() }
}

const told = (text: string, isError: boolean) => ({ content: [{ type: 'text' as const, text }], isError })

async function loadSdk() {
  try {
    const [{ Server }, { StdioServerTransport }, { ListToolsRequestSchema, CallToolRequestSchema }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ])
    return { Server, StdioServerTransport, ListToolsRequestSchema, CallToolRequestSchema }
  } catch (error) {
    const why =
      isError(error) && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
        ? 'is not installed'
        : `cannot be loaded (${String(error)})`
    throw new Failure(`The SDK of the Model Context Protocol ${why}: npm i -D @modelcontextprotocol/sdk`, { cause: error })
  }
}
