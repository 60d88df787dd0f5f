// Times a live event in a page, from its append to the state that a client polls for, beside what the platform takes for as much.

import type { Store } from 'rillbox/browser'
import { makeEvents, queries } from './events.ts'
import { openRawDatabase, startEcho } from './floor.ts'
import type { Figure } from './measure.ts'
import { append, open, project, state } from './requests.ts'
import { middle, timed, usualMost } from './timing.ts'

const rounds = 80
/** A page compiles while it runs. */
const warmUp = 20
/** Milliseconds between two events: nothing of the one before is left. */
const rest = 40

interface Times {
  readonly appends: number[]
  readonly states: number[]
}

export async function liveEvents(): Promise<Figure[]> {
  const store = open('live')
  const raw = await openRawDatabase('live-floor')
  const echo = startEcho()
  const commit = makeEvents(1)
  await raw.write(commit)
  await append(store, 'live', commit)
  await project(store, 'live', queries.counting.query('live'))
  await store.settled()
  const found: Times = { appends: [], states: [] }
  const floors: Times = { appends: [], states: [] }
  // In turns, so that both share the good and bad moments of the machine.
  for (let round = -warmUp; round < rounds; round++) {
    await pause()
    const times = await timesOf(store, warmUp + round + 2)
    await pause()
    const write = await timed(() => raw.write(commit))
    const follows = await timed(async () => {
      await echo.ask(commit)
      await raw.write(commit)
      await raw.read()
    })
    if (round < 0) continue
    found.appends.push(times.append)
    found.states.push(times.state)
    floors.appends.push(write)
    floors.states.push(write + follows)
  }
  await store.close()
  raw.close()
  echo.end()
  return [
    { name: 'append of a live event, against one write', value: middle(found.appends), floor: middle(floors.appends), unit: 'ms' },
    {
      name: 'from it to its state in an answer, against two writes, a read and an echo of a Worker',
      value: middle(found.states),
      floor: middle(floors.states),
      unit: 'ms',
    },
    { name: 'the same, 99th percentile', value: usualMost(found.states), floor: usualMost(floors.states), unit: 'ms' },
  ]
}

/** @param count of the events that the projection has then. */
async function timesOf(store: Store, count: number): Promise<{ readonly append: number; readonly state: number }> {
  const begun = performance.now()
  await append(store, 'live', makeEvents(1))
  const appended = performance.now()
  while ((JSON.parse(await state(store, 'live')) as { count: number }).count < count) await nextTask()
  return { append: appended - begun, state: performance.now() - begun }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, rest))

/** Nested timers would wait for 4 ms. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
