// Holds a page against the rules of accessibility that axe knows.

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * One line per element, so that a failure says where to look.
 *
 * @param within selector of the only part that counts. Default: the whole page.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Describing passed checks takes longer than finding failed ones; and no page here has frames of another origin, for which axe opens a page.
  const axe = new AxeBuilder({ page }).options({ runOnly: rules, resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
  )
  expect(found).toEqual([])
}
