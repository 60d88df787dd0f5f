// Control routes of faults: the rules in force, adding and removing them, going offline, stopping a projection.

import type { FaultRule, Faults } from '../../engine/faults/faults.ts'
import type { PrintedRule } from '../../engine/faults/printed-rule.ts'
import { printedRule, ruleIn } from '../../engine/faults/printed-rule.ts'
import { schema } from '../schemas.ts'
import { boolean, object, string } from '../schema.ts'
import type { ControlExchange, ControlReply, ControlRoute } from '../route.ts'
import { done, json, problem } from '../route.ts'
import { orRefused } from '../refused.ts'

export const faultRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    of: 'store',
    summary: 'The fault rules in force',
    answers: { 200: { description: 'In the order in which they were added.', schema: schema('Faults') } },
    handle: ({ store: { faults } }) => json(shown(faults)),
  },
  {
    method: 'POST',
    path: '/faults',
    of: 'store',
    summary: 'Adds a fault rule',
    body: schema('FaultRule'),
    answers: {
      201: { description: 'The rule, with the id for its removal.', schema: schema('RuleInForce') },
      422: { description: 'The rule is not possible.', schema: schema('Problem') },
    },
    handle: add,
  },
  {
    method: 'DELETE',
    path: '/faults',
    of: 'store',
    summary: 'Ends all faults, and offline too',
    answers: { 204: { description: 'Done.' } },
    handle: ({ store: { faults } }) => {
      faults.clear()
      return done
    },
  },
  {
    method: 'DELETE',
    path: '/faults/{id}',
    of: 'store',
    summary: 'Ends one fault',
    answers: { 204: { description: 'Done.' }, 404: { description: 'No such rule is in force.', schema: schema('Problem') } },
    handle: ({ store: { faults }, params: { id = '' } }) => {
      const found = faults.rules.find(({ rule }) => idOf(faults, rule) === id)
      if (!found) return problem(404, 'no-such-rule', `No fault rule "${id}" is in force: GET …/faults lists them.`)
      found.remove()
      return done
    },
  },
  {
    method: 'PUT',
    path: '/faults/offline',
    of: 'store',
    summary: 'Drops every connection of clients, or none any more',
    body: object({ offline: boolean() }),
    answers: { 200: { description: 'The rules in force.', schema: schema('Faults') } },
    handle: ({ store: { faults }, body }) => {
      faults.offline = (body as { offline: boolean }).offline
      return json(shown(faults))
    },
  },
  {
    method: 'POST',
    path: '/faults/stop-projection',
    of: 'store',
    summary: 'Ends a projection as Faulted at once',
    body: object({ projection: { type: 'string', minLength: 1 }, 'reason?': string('Its state reason, as clients read it.') }),
    answers: { 204: { description: 'Done.' }, 404: { description: 'No projection of that name is running.', schema: schema('Problem') } },
    handle: async ({ store: { faults }, body }) => {
      const { projection, reason } = body as { projection: string; reason?: string }
      const isStopped = await faults.stopProjection(projection, reason)
      return isStopped ? done : problem(404, 'no-such-projection', `No projection "${projection}" is running.`)
    },
  },
]

/** The ids of a store's rules, each by the object that the store keeps. */
class RuleIds {
  readonly #ids = new WeakMap<FaultRule, string>()
  #count = 0

  of(rule: FaultRule): string {
    // The one that `offline` makes.
    if (rule.name === 'offline') return 'offline'
    const known = this.#ids.get(rule)
    if (known !== undefined) return known
    const id = String(++this.#count)
    this.#ids.set(rule, id)
    return id
  }
}

const idsOfStores = new WeakMap<Faults, RuleIds>()

function idOf(faults: Faults, rule: FaultRule): string {
  const ids = idsOfStores.get(faults) ?? new RuleIds()
  idsOfStores.set(faults, ids)
  return ids.of(rule)
}

const shown = (faults: Faults) => ({
  offline: faults.offline,
  rules: faults.rules.map(({ rule, met }) => ({ id: idOf(faults, rule), rule: printedRule(rule), met })),
})

function add({ store: { faults }, body }: ControlExchange): Promise<ControlReply> {
  const rule = ruleIn(body as PrintedRule)
  return orRefused('invalid-options', async () => {
    faults.add(rule)
    return json({ id: idOf(faults, rule), rule: printedRule(rule), met: 0 }, 201)
  })
}
