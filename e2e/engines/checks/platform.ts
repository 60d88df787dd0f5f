// Asks an engine for what differs between engines and matters to a store.

import type { Tab } from '../driver/open.ts'

/** Answers by the words of a table. */
export type Platform = Readonly<Record<string, string>>

/** @param tab a page of a secure origin. */
export const askPlatform = (tab: Tab): Promise<Platform> => tab.evaluate(askInPage)

function askInPage(): Record<string, string> {
  const has = (value: unknown): string => (value === undefined ? 'no' : 'yes')
  const { scheduler, requestIdleCallback } = globalThis as { scheduler?: unknown; requestIdleCallback?: unknown }
  const { storage, locks, serviceWorker } = navigator as unknown as Record<string, unknown>
  const steps: number[] = []
  for (let last = performance.now(); steps.length < 20;) {
    const now = performance.now()
    if (now !== last) steps.push(now - last)
    last = now
  }
  const step = Math.min(...steps)
  return {
    'Web Locks': has(locks),
    'Service Workers': has(serviceWorker),
    '`scheduler.postTask`': has(scheduler),
    '`requestIdleCallback`': has(requestIdleCallback),
    '`navigator.storage`': has(storage),
    'step of `performance.now()`': step > 0.5 ? `${Math.round(step)} ms` : `${Math.round(step * 1000)} µs`,
  }
}
