// The command `types`: prints TypeScript types of the events of a store, a file or a server.

import type { Storage } from '../../../storage/storage.ts'
import { textOf } from '../../../base/bytes.ts'
import type { TypesCommand } from '../../arguments.ts'
import { Failure } from '../../failure.ts'
import { counted, printResult } from '../../terminal.ts'
import type { Tools } from '../../tools.ts'
import { EventTypes } from '../../types/event-types.ts'
import { openEvents } from '../opened-events.ts'

export async function runTypes({ source, isJson }: TypesCommand, tools: Tools): Promise<void> {
  const storage = await openEvents(source, tools)
  try {
    const types = await readTypes(storage)
    if (types.events === 0) throw new Failure('There are no events of users to take types from.')
    tools.terminal.done()
    const head = `// Written by "rillbox types" from ${counted(types.events, 'event')}.\n`
    const declarations = [head, types.print('Events'), declaration].join('\n')
    await printResult(tools.terminal, isJson, declarations, { events: types.events, declarations })
  } finally {
    tools.terminal.done()
    await storage.close()
  }
}

/** By which queries that name no events know these. */
const declaration = `
declare module 'rillbox/query-language' {
  interface ApplicationEvents extends Events {}
}`

const pageSize = 500

async function readTypes(storage: Storage): Promise<EventTypes> {
  const types = new EventTypes()
  for (let from = 0; ;) {
    const page = await storage.read((tx) => tx.log({ from, direction: 'forward', limit: pageSize }))
    for (const { stream, type, isJson, data } of page) {
      if (!stream.startsWith('$') && !type.startsWith('$')) types.note(type, isJson ? valueOf(textOf(data)) : undefined)
    }
    if (page.length < pageSize) return types
    from = page.at(-1)!.position + 1
  }
}

function valueOf(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}
