// Measures how long single tasks hold the page's thread while a store appends and projects.

import { batches, makeEvents, queries } from './events.ts'
import type { Figure } from './measure.ts'
import { append, open, project } from './requests.ts'

/** Milliseconds from which browsers call a task long, and tell of it. */
const long = 50

/** @param count of events, appended by 500 and counted by a query meanwhile. */
export async function longestTask(count: number): Promise<Figure[]> {
  const store = open('thread')
  await project(store, 'counted', queries.reading.query('bench'))
  await store.settled()
  const all = batches(makeEvents(count), 500)
  const stop = watchTasks()
  for (const batch of all) await append(store, 'bench', batch)
  await store.settled()
  const { longest, above } = await stop()
  await store.close()
  const during = `while ${count} events are appended and projected`
  return [
    { name: `longest task of the page's thread ${during}`, value: longest, unit: 'ms' },
    { name: `tasks above ${long} ms ${during}`, value: above, unit: 'tasks' },
  ]
}

/** Takes long tasks as the browser tells them; shorter ones from the gaps between messages of a channel to itself, each of which holds one or a few. */
function watchTasks(): () => Promise<{ readonly longest: number; readonly above: number }> {
  const told: number[] = []
  const observer = new PerformanceObserver((list) => told.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ entryTypes: ['longtask'] })
  const { port1, port2 } = new MessageChannel()
  let longestGap = 0
  let last = performance.now()
  port1.addEventListener('message', () => {
    const now = performance.now()
    longestGap = Math.max(longestGap, now - last)
    last = now
    port2.postMessage(undefined)
  })
  port1.start()
  port2.postMessage(undefined)
  return async () => {
    port1.close()
    // Entries come in a task of their own.
    await new Promise((resolve) => setTimeout(resolve, 200))
    observer.disconnect()
    // A longer gap without a long task is a pause of the machine.
    return { longest: Math.max(Math.min(longestGap, long), ...told), above: told.length }
  }
}
