// Registers the handlers of a query (projection-language §3.6).

import type { Handler, QueryDefinition } from './definition.ts'
import type { Guest } from './guest.ts'
import type { Primordials } from './primordials.ts'
import type { StateWriter } from './state-writer.ts'
import type { Values } from './values.ts'

export type HandlerRegistry = ReturnType<typeof registerHandlers>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function registerHandlers(
  p: Primordials,
  { fail }: Guest,
  { isScriptFunction }: Values,
  writer: StateWriter,
  definition: QueryDefinition,
) {
  const { getOwnPropertyDescriptor, hasOwn } = p
  const { created, sources } = definition

  function register(name: string, handler: Handler): void {
    switch (name) {
      case '$init':
        definition.init = handler
        return
      case '$initShared':
        definition.initShared = handler
        sources.options.biState = true
        return
      case '$any':
        definition.any = handler
        sources.allEvents = true
        return
      case '$created':
        created[created.length] = handler
        return
      case '$deleted':
        if (sources.options.biState) fail('Cannot handle deletes in bi-state projections')
        definition.deleted = handler
        sources.options.handlesDeletedNotifications = true
        return
      default:
        sources.allEvents = false
        if (definition.handlers.has(name)) fail('An item with the same key has already been added. Key: ' + name)
        definition.handlers.set(name, handler)
        sources.events[sources.events.length] = name
    }
  }

  /** Registers the own members with text names, in their order; only functions are handlers. */
  function registerAll(handlers: object): void {
    // The reference sees no members of a proxy.
    if (writer.proxies.has(handlers)) return
    const names = writer.namesOf(handlers)
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]!
      if (typeof name !== 'string') continue
      const member = getOwnPropertyDescriptor(handlers, name)
      if (member !== undefined && hasOwn(member, 'value') && isScriptFunction(member.value)) register(name, member.value)
    }
  }

  return { register, registerAll }
}
