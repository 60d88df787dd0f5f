// Measures the tasks of a page's main thread, in processor time, which other programs do not lengthen.

import type { Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of processor time. */
  readonly tdur?: number
}

/** A mark of the page in the trace, to tell its thread from those of the browser's own pages. */
const trail = 'page-under-measurement'

/** Watches the page's thread from now on. @returns a function that ends that, with the milliseconds of each task. */
export async function taskTimes(page: Page): Promise<{ end(): Promise<readonly number[]> }> {
  const session = await page.context().newCDPSession(page)
  const collected: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => collected.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  return {
    async end() {
      // Last, because a navigation may bring the page to another process.
      await page.evaluate((name) => performance.mark(name), trail)
      const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
      await session.send('Tracing.end')
      await complete
      await session.detach()
      const left = collected.find(({ name }) => name === trail)
      const tasks = collected.filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === left?.pid && tid === left.tid)
      if (tasks.length === 0) throw new Error('The browser reported no tasks.')
      return tasks.map(({ tdur = 0 }) => tdur / 1000)
    },
  }
}

/** Milliseconds of the longest task. @returns a function that ends the watch. */
export async function longestTask(page: Page): Promise<{ end(): Promise<number> }> {
  const { end } = await taskTimes(page)
  return { end: async () => Math.max(...(await end())) }
}
