// Steps that the tests of embeds share: find an element, wait for its store, ask the store.

import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { PlaygroundElement } from '../../src/playground/elements.ts'

export const playgrounds = (page: Page): Locator => page.locator('rillbox-playground')

export const phaseOf = (element: Locator): Promise<string> =>
  element.evaluate((playground: PlaygroundElement) => playground.session?.phase.kind ?? 'undefined')

/** Waits until the store of an element is open and its panels are visible. */
export async function expectOpen(element: Locator): Promise<void> {
  await expect.poll(() => phaseOf(element), { timeout: 30_000 }).toBe('open')
  await expect(element.getByRole('tab').first()).toBeVisible()
}

/** The state of a partition, once the projection has handled everything. */
export const stateOf = (element: Locator, projection: string, partition?: string): Promise<unknown> =>
  element.evaluate(
    async (playground: PlaygroundElement, [name, part]) => {
      await playground.store!.settled()
      return await playground.store!.state(name, part)
    },
    [projection, partition] as const,
  )

export const append = (element: Locator, stream: string, type: string, data: object): Promise<void> =>
  element.evaluate(
    async (playground: PlaygroundElement, [name, event]) => {
      await playground.store!.append(name, event)
    },
    [stream, { type, data }] as const,
  )

export const countOf = (element: Locator, stream: string): Promise<number> =>
  element.evaluate(async (playground: PlaygroundElement, name) => (await playground.store!.read(name)).length, stream)

/** Panels have buttons with the same names. */
export const headerButton = (within: Page | Locator, name: string): Locator =>
  within.locator('[part="header"]').getByRole('button', { name })
