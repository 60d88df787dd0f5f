// Plays one hostile query on a fresh store beside an honest projection, the same in Node and in a page, and compares with its line of the table.

import type { Store, StoreOptions } from '../../src/index.ts'
import { createStore } from '../../src/index.ts'
import { within } from '../within.ts'
import type { HostileOutcome, HostileQuery } from './queries.ts'

export interface Played {
  /** Its end, in a word or two: `Faulted: …`, or the state and the number of events in `out`. */
  readonly seen: string
  /** One sentence each. */
  readonly faults: readonly string[]
}

/** Milliseconds that a query that never ends may run. */
const watched = 700
/** Milliseconds in which every other query has to come to its end. */
const patience = 60_000

export async function playHostile(query: HostileQuery, options: StoreOptions = {}): Promise<Played> {
  const faults: string[] = []
  const before = prototypeNames()
  const report = (error: unknown) => void faults.push(`reported: ${String(error)}`)
  // The table has the words of 23.10; the sandbox around a query is the same for every release.
  const store = createStore({ release: '23.10', ...options, environment: { ...options.environment, report, log: () => undefined } })
  try {
    await store.project('honest', "fromStream('honest').when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++; return s } })")
    await store.append('honest', { type: 'Poke' })
    await store.append(
      'victim-1',
      Array.from({ length: query.events ?? 1 }, () => ({ type: 'Poke', data: {} })),
    )
    await store.project('hostile', query.query)
    const seen = await outcomeOf(store, query)
    if (!agrees(seen, query.outcome)) faults.push(`expected ${print(query.outcome)}, seen ${print(seen)}`)
    faults.push(...(await othersOf(store)))
    if (prototypeNames() !== before) faults.push('it has changed prototypes outside of the sandbox')
    return { seen: print(seen), faults }
  } catch (error) {
    return { seen: 'an error', faults: [...faults, String(error)] }
  } finally {
    await store.close()
  }
}

type Open = Pick<Store, 'append' | 'read' | 'state' | 'settled' | 'fault' | 'direct'>

type Seen = { readonly faulted: string } | { readonly state: unknown; readonly emitted: number }

async function outcomeOf(store: Open, { runsOn = false }: HostileQuery): Promise<Seen> {
  if (runsOn) {
    await pause(watched)
    await store.direct(new Request('http://store/projection/hostile/command/disable', { method: 'POST' }))
  }
  await within(patience, 'its end', store.settled())
  const fault = await store.fault('hostile')
  if (fault) return { faulted: reasonOf(fault.message) }
  if (runsOn) return { state: undefined, emitted: 0 }
  const state = await store.direct(new Request('http://store/projection/hostile/state'))
  return { state: parsed(await state.text()), emitted: await countOf(store, 'out') }
}

/** The reason alone, without the position and the stack. */
const reasonOf = (message: string): string => {
  const lines = message.split(/\r?\n/)
  return (lines.includes('Message:') ? lines[lines.indexOf('Message:') + 2] : lines[0]) ?? ''
}

/** The number of events, without reading them. */
async function countOf(store: Open, stream: string): Promise<number> {
  const headers = { Accept: 'application/vnd.eventstore.atom+json' }
  const page = await store.direct(new Request(`http://store/streams/${stream}/head/backward/1?embed=body`, { headers }))
  if (!page.ok) return 0
  // The tag begins with the number of the last event.
  return Number.parseInt(((await page.json()) as { eTag: string }).eTag) + 1
}

/** States need not be JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether an honest projection still counts, and finds its stream as it was. */
async function othersOf(store: Open): Promise<string[]> {
  await store.append('honest', { type: 'Poke' })
  await within(patience, 'the end of honest projections', store.settled())
  const { n } = (await store.state<{ n: number }>('honest')) ?? { n: 0 }
  const { length } = await store.read('honest')
  const fault = await store.fault('honest')
  return n === length && n >= 2 ? [] : [`an honest projection has counted ${n} of ${length} events${fault ? `: ${fault.message}` : ''}`]
}

/** The messages of the limits of time, memory, stack and events. */
const limits =
  /^(?:Projection script took too long|The query ran out of memory|string too long|Maximum call stack size exceeded|(?:Failed to write the event: [^]* Reason: )?Record is too big)/

const agrees = (seen: Seen, expected: HostileOutcome): boolean => {
  if (expected === 'handled or limited') return !('faulted' in seen) || limits.test(seen.faulted)
  if ('faulted' in expected)
    return 'faulted' in seen && (expected.faulted === 'limit' ? limits.test(seen.faulted) : seen.faulted.startsWith(expected.faulted))
  if ('faulted' in seen) return false
  const isState = expected.state === undefined || JSON.stringify(seen.state) === JSON.stringify(expected.state)
  return isState && (expected.emitted ?? 0) === seen.emitted
}

/** In words, for the table of the document. */
export function print(outcome: HostileOutcome | Seen): string {
  if (outcome === 'handled or limited') return outcome
  if ('faulted' in outcome) return outcome.faulted === 'limit' ? 'faulted by a limit' : `faulted: ${cut(outcome.faulted)}`
  const state = outcome.state === undefined ? 'handled' : `state ${cut(JSON.stringify(outcome.state))}`
  return outcome.emitted ? `${state}, ${outcome.emitted} emitted` : state
}

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The members of everything that a query could have reached, if it could reach anything. */
function prototypeNames(): string {
  const reachable = [Object, Array, Function, String, Number, Map, Set, Promise, RegExp, Error].flatMap((built) => [built, built.prototype])
  return [globalThis, JSON, Math, ...reachable].map((each) => Object.getOwnPropertyNames(each).length).join()
}
