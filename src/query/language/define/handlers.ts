// Registers the handlers of a query (projection-language §3.6).

import type { Handler } from './definition.ts'
import { definition, sources } from './definition.ts'
import { fail } from '../guest.ts'
import { getOwnPropertyDescriptor, hasOwn } from '../primordials.ts'
import { proxies } from '../proxies.ts'
import { namesOf } from '../json/state-writer.ts'
import { isScriptFunction } from './values.ts'

export function register(name: string, handler: Handler): void {
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
      definition.created[definition.created.length] = handler
      return
    case '$deleted':
      if (sources.options.biState) fail('Cannot handle deletes in bi-state projections')
      definition.deleted = handler
      sources.options.handlesDeletedNotifications = true
      return
    default:
      sources.allEvents = false
      if (definition.handlers[name] !== undefined) fail('An item with the same key has already been added. Key: ' + name)
      definition.handlers[name] = handler
      sources.events[sources.events.length] = name
  }
}

/** Registers the own members with text names, in their order; only functions are handlers. */
export function registerAll(handlers: object): void {
  // The server sees no members of a proxy.
  if (proxies.has(handlers)) return
  const names = namesOf(handlers)
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i]!
    if (typeof name !== 'string') continue
    const member = getOwnPropertyDescriptor(handlers, name)
    if (member !== undefined && hasOwn(member, 'value') && isScriptFunction(member.value)) register(name, member.value)
  }
}
