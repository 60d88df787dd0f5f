// Runs one hostile query beside an honest projection and measures how long everything else waits: the same in a page and in Node.

import type { Store } from '../../src/index.ts'
import type { HostileQuery } from '../../e2e/hostile/queries.ts'

export interface HostileFigures {
  /** Status of the projection at the end, and why. */
  readonly status: string
  readonly reason: string
  /** Milliseconds until the projection was faulted, or all projections were through; undefined if that never happened. */
  readonly after: number | undefined
  /** The longest task of this thread, in milliseconds. */
  readonly longestTask: number
  /** The longest append of one event to another stream. */
  readonly longestAppend: number
  /** The longest read of the state of another projection. */
  readonly longestRead: number
  /** The longest time from an append until the other projection had counted it. */
  readonly longestLag: number
}

const base = 'http://localhost:2113'
const headers = { authorization: `Basic ${btoa('admin:changeit')}` }

/** Milliseconds that a query may take; one that runs on is watched for `watched`. */
const patience = 60_000
const watched = 15_000

export async function runHostile(
  store: Pick<Store, 'fetch' | 'settled'>,
  { query, events = 1, runsOn = false }: HostileQuery,
): Promise<HostileFigures> {
  const send = async (method: string, path: string, body?: string, type = 'application/json'): Promise<string> => {
    const init = {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    }
    const response = await store.fetch(new Request(base + path, init))
    if (method === 'POST' && response.status !== 201) throw new Error(`${path}: ${response.status}`)
    return await response.text()
  }
  const append = (stream: string, count: number) => {
    const batch = Array.from({ length: count }, () => ({ eventId: crypto.randomUUID(), eventType: 'Poke', data: {} }))
    return send('POST', `/streams/${stream}`, JSON.stringify(batch), 'application/vnd.eventstore.events+json')
  }
  const project = (name: string, text: string) => send('POST', `/projections/continuous?name=${name}&emit=yes&enabled=yes`, text)
  const count = async (): Promise<number> => (JSON.parse((await send('GET', '/projection/honest/state')) || '{}') as { n?: number }).n ?? 0
  const status = async () =>
    JSON.parse(await send('GET', '/projection/hostile')) as {
      status: string
      stateReason: string
      progress: number
      eventsProcessedAfterRestart: number
    }

  await project('honest', "fromStream('honest').when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++; return s } })")
  await append('honest', 1)
  await append('victim-1', events)
  while ((await count()) < 1) await pause(20)

  let isOver = false
  const appended = [0]
  const longest = { append: 0, read: 0, lag: 0 }
  const appending = async () => {
    while (!isOver) {
      const started = performance.now()
      await append('honest', 1)
      appended.push(performance.now())
      longest.append = Math.max(longest.append, performance.now() - started)
      await pause(20)
    }
  }
  const reading = async () => {
    for (let seen = 1; !isOver || seen < appended.length;) {
      const started = performance.now()
      const found = await count()
      const now = performance.now()
      if (!isOver) longest.read = Math.max(longest.read, now - started)
      for (; seen < Math.min(found, appended.length); seen++) longest.lag = Math.max(longest.lag, now - appended[seen]!)
      if (now - finished > 10_000) return
      await pause(20)
    }
  }
  let finished = Infinity
  const task = longestGap()
  const started = performance.now()
  const others = [appending(), reading()]
  await project('hostile', query)
  let after: number | undefined
  let last = await status()
  for (;;) {
    const now = performance.now() - started
    last = await status()
    if (
      /^(Faulted|Completed|Stopped)/.test(last.status) ||
      (!runsOn && last.progress === 100 && last.eventsProcessedAfterRestart >= events)
    ) {
      after = now
      break
    }
    if (now > (runsOn ? watched : patience)) break
    await pause(20)
  }
  // Its writes, and what the system projections make of them, count too.
  if (!runsOn && !last.status.startsWith('Faulted')) {
    const settled = await Promise.race([store.settled().then(() => true), pause(patience).then(() => false)])
    after = settled ? performance.now() - started : undefined
  }
  isOver = true
  finished = performance.now()
  await Promise.all(others)
  const longestTask = task()
  return {
    status: last.status,
    reason: last.stateReason.slice(-100),
    after,
    longestTask,
    longestAppend: longest.append,
    longestRead: longest.read,
    longestLag: longest.lag,
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Reads the clock in a separate task again and again. @returns a function that ends this and gives the longest gap in milliseconds. */
function longestGap(): () => number {
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  return () => {
    look()
    clearInterval(timer)
    return longest
  }
}
