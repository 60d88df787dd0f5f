// Control routes of the time of a store: read, freeze, set, advance, resume.

import { isStoreError } from '../../base/errors.ts'
import type { ClockOfStore } from '../../engine/clock/clock.ts'
import { schema } from '../schemas.ts'
import { object } from '../schema.ts'
import type { ControlExchange, ControlReply, ControlRoute } from '../route.ts'
import { json, problem } from '../route.ts'

/** A clock that can be moved and not stopped stands already. */
export const isFrozen = ({ isFrozen, advance }: ClockOfStore): boolean => isFrozen?.() ?? advance !== undefined

const moved = {
  200: { description: 'The time that it is now.', schema: schema('Clock') },
  409: { description: 'The clock of this store cannot do that.', schema: schema('Problem') },
}

export const clockRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/clock',
    of: 'store',
    summary: 'The time of the store',
    answers: { 200: moved[200] },
    handle: timeOf,
  },
  {
    method: 'POST',
    path: '/clock/freeze',
    of: 'store',
    summary: 'Lets time stand',
    answers: moved,
    handle: (exchange) =>
      move(exchange, (clock) => {
        if (clock.freeze) clock.freeze()
        else if (!isFrozen(clock)) throw immovable()
      }),
  },
  {
    method: 'POST',
    path: '/clock/resume',
    of: 'store',
    summary: 'Lets time go on from where it stands',
    answers: moved,
    handle: (exchange) =>
      move(exchange, (clock) => {
        if (!clock.resume) throw immovable()
        clock.resume()
      }),
  },
  {
    method: 'POST',
    path: '/clock/set',
    of: 'store',
    summary: 'Moves time forward to a moment; timers that were due happen',
    body: object({ now: { type: 'string', format: 'date-time', description: 'ISO 8601; not before the present time.' } }),
    answers: moved,
    handle: (exchange) => move(exchange, (clock) => moving(clock).advanceTo((exchange.body as { now: string }).now)),
  },
  {
    method: 'POST',
    path: '/clock/advance',
    of: 'store',
    summary: 'Moves time forward; timers that were due happen',
    body: object({ milliseconds: { type: 'number', minimum: 0 } }),
    answers: moved,
    handle: (exchange) => move(exchange, (clock) => moving(clock).advance((exchange.body as { milliseconds: number }).milliseconds)),
  },
]

function timeOf({ store: { clock } }: ControlExchange): ControlReply {
  return json({ now: new Date(clock.now()).toISOString(), frozen: isFrozen(clock) })
}

class Immovable extends Error {}
const immovable = (): Immovable =>
  new Immovable('The clock of this store cannot do that: a store with a seed stands for ever, and others go.')

function moving({ advance, advanceTo }: ClockOfStore) {
  if (!advance || !advanceTo) throw immovable()
  return { advance, advanceTo }
}

/** Waits until its projections rest, and not for those that feed themselves and never do. */
async function restOf(store: ControlExchange['store']): Promise<void> {
  const late = AbortSignal.timeout(longestUnrest)
  try {
    await store.settled({ signal: late })
  } catch (error) {
    if (!late.aborted) throw error
  }
}

/** Milliseconds: as long as a store that repeats itself waits for projections before it answers a request. */
const longestUnrest = 30_000

/**
 * Where time only moves when it is told to, what projections are still writing has the time before the move; else a busy machine would
 * decide.
 */
async function move(exchange: ControlExchange, work: (clock: ClockOfStore) => void): Promise<ControlReply> {
  const { store } = exchange
  if (isFrozen(store.clock)) await restOf(store)
  try {
    work(store.clock)
    return timeOf(exchange)
  } catch (error) {
    if (error instanceof Immovable) return problem(409, 'clock-immovable', error.message)
    if (isStoreError(error, 'invalid-options')) return problem(409, 'clock-refused', error.message)
    throw error
  }
}
