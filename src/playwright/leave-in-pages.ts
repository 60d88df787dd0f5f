// Leaves what a test has to say in the pages of a context, before their first script: `startStore` looks for it there.

import type { BrowserContext } from '@playwright/test'
import type { LeftByTest, UnderTest } from '../host/under-test.ts'
import { underTestKey } from '../host/under-test.ts'

/**
 * All pages of the context get it, and all their frames; later members win, and stores add up.
 *
 * @returns a function that leaves it in no further page.
 */
export async function leaveInPages(context: BrowserContext, left: LeftByTest): Promise<() => Promise<void>> {
  // Earlier versions of Playwright give nothing to dispose of.
  const script = (await context.addInitScript(leave, [underTestKey, left] as const)) as { dispose?(): Promise<void> } | undefined
  return async () => await script?.dispose?.()
}

/** Runs in the page, and refers to nothing outside of itself. */
const leave = ([key, left]: readonly [key: string, left: LeftByTest]): void => {
  const symbol = Symbol.for(key)
  const before = (globalThis as { readonly [key: symbol]: UnderTest | undefined })[symbol]
  const answered = [...(before?.answered ?? []), ...(left.answered ?? [])]
  Object.defineProperty(globalThis, symbol, { value: { ...before, ...left, answered }, configurable: true })
}
