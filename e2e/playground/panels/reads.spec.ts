// What one click on Run costs: reads of the store, and runs of the query.

import type { JSHandle, Locator } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { PlaygroundElement } from '../../../src/playground/elements.ts'
import { addresses } from '../../addresses.ts'
import { expectOpen, playgrounds } from '../embed.ts'

/** Every member of a store by which an element could look into it. */
const looks = ['inspect', 'direct', 'state', 'states', 'streams', 'read', 'projections'] as const

/** Counts the calls of the store from now on. */
const countCalls = (playground: Locator) =>
  playground.evaluateHandle(
    (element: PlaygroundElement, names) => {
      const calls: string[] = []
      const store = element.store! as unknown as Record<string, ((...values: unknown[]) => unknown) | undefined>
      for (const name of names) {
        const call = store[name]
        if (typeof call !== 'function') continue
        store[name] = (...values: unknown[]) => {
          calls.push(name)
          return call.apply(store, values)
        }
      }
      return calls
    },
    [...looks, 'trace'],
  )

const settled = (playground: Locator): Promise<void> =>
  playground.evaluate(async ({ store, session }: PlaygroundElement) => {
    await store!.settled()
    await session.clock.caughtUp()
  })

/** Resolves once all has been read for what came before: the page to print a second after the last change. */
const quiet = (calls: JSHandle<string[]>): Promise<void> =>
  calls.evaluate(async (list) => {
    for (let before = -1; before !== list.length;) {
      before = list.length
      await new Promise((resolve) => setTimeout(resolve, 1200))
    }
  })

test('a run reads the store three times at most, and runs the query twice: in the store, and for its steps', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${addresses.pages}playground/whole.html`)
  const playground = playgrounds(page)
  await expectOpen(playground)
  const calls = await countCalls(playground)
  for (const [step, panel] of (['streams', 'steps', 'log'] as const).entries()) {
    await playground.evaluate((element: PlaygroundElement, name) => (element.panel = name), panel)
    const count = `ItemAdded: (state) => { state.n += ${step + 1} }`
    const query = `fromCategory('cart').foreachStream().when({ $init: () => ({ n: 0 }), ${count} })`
    await playground.evaluate(({ session }: PlaygroundElement, query) => session.edit({ query }), query)
    if (panel === 'steps') await expect(playground.locator('rillbox-stepper').getByText('8 events')).toBeVisible()
    await settled(playground)
    await quiet(calls)
    await calls.evaluate((list) => list.splice(0))
    await playground.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(playground.getByText('has handled').first()).toBeVisible()
    await settled(playground)
    const counted = await calls.jsonValue()
    const traces = counted.filter((call) => call === 'trace').length
    expect(traces, panel).toBeLessThanOrEqual(1)
    expect(counted.length - traces, panel).toBeLessThanOrEqual(3)
  }
})
