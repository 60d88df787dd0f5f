// Our words beside the server's, for queries that fault or handle nothing, and the buttons that mend them.

import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectOpen, playgrounds } from '../embed.ts'
import type { Site } from '../site.ts'
import { cartScenario, embed, serveSite } from '../site.ts'
import { atEverySize } from '../sizes.ts'

const pageOf = (query: string, more: object = {}) =>
  '<h2>A cart</h2>' + embed('height="40rem"', { ...cartScenario, projections: [{ name: 'carts', query, ...more }] })

let site: Site
test.beforeAll(async () => {
  site = await serveSite({
    files: {
      '/nan.html': pageOf("fromCategory('cart').when({\n  ItemAdded(s, e) {\n    s.total += e.data.price\n  },\n})"),
      '/emit.html': pageOf("fromCategory('cart').when({\n  ItemAdded(s, e) {\n    emit('seen', 'Seen', {})\n  },\n})", { emit: false }),
      '/silent.html': pageOf("fromCategory('cart').when({\n  ItemAded(s, e) {\n    return { seen: true }\n  },\n})"),
      '/site.css': '',
    },
  })
})
test.afterAll(() => site.close())

for (const [page, words, button, state] of [
  ['nan', 'ItemAdded made a number NaN or infinite at 0@cart-1', 'Change it and run', 'total'],
  ['emit', 'The query writes to streams, and it may not: Emit is off.', 'Allow emit and run', 'Running'],
  ['silent', 'none was handled', 'Change it and run', 'seen'],
] as const)
  test(`${page}: what happened, where, and a button that mends it`, async ({ page: tab }) => {
    await tab.goto(`${site.url}${page}.html`)
    const playground = playgrounds(tab).first()
    await expectOpen(playground)
    const explanation = playground.locator('rillbox-explanation')
    await expect(explanation).toContainText(words)
    // The editor says the first sentence of the server's, and what the rules find.
    if (page === 'nan') {
      await playground.getByRole('textbox', { name: 'Query' }).focus()
      const message = playground.locator('rillbox-query-editor .message')
      await expect(message).toContainText('cannot be written as valid JSON.')
      await expect(message).toContainText('Without $init')
      await expect(message).not.toContainText('JsonSerializer')
    }
    await atEverySize(tab, () => expectAccessible(tab))
    await tab.setViewportSize({ width: 1440, height: 900 })
    await explanation.getByRole('button', { name: button }).click()
    await expect(playground.locator('rillbox-projection-panel')).toContainText(state)
    await expect(explanation).not.toContainText(words)
  })
