// The playground in a page that is written from right to left, and with data that turns text around.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { append, expectOpen, playgrounds } from './embed.ts'
import type { Site } from './site.ts'
import { embed, serveSite } from './site.ts'

let site: Site
test.beforeAll(async () => {
  site = await serveSite({
    files: {
      '/site.css': '',
      '/rtl.html': embed(''),
      '/partitions.html': embed('', {
        version: 1,
        events: ['a-1', 'a-2', 'a-3'].map((stream) => ({ stream, type: 'Seen', data: {} })),
        projections: [
          { name: 'each', query: "fromCategory('a').foreachStream().when({ $init: () => ({ n: 0 }), Seen: (s) => { s.n++ } })" },
        ],
      }),
    },
  })
})
test.afterAll(() => site.close())

async function open(page: Page, name = 'rtl'): Promise<Locator> {
  await page.goto(`${site.url}${name}.html`)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expectOpen(playgrounds(page))
  return playgrounds(page)
}

/** @returns the characters of an element's text in the order in which they are seen, line by line from the left. */
const seen = (element: Locator): Promise<string> =>
  element.evaluate((root) => {
    const characters: { text: string; x: number; y: number }[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      for (let at = 0; at < node.length; at++) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { x, y, width } = range.getBoundingClientRect()
        if (width > 0) characters.push({ text: node.data[at]!, x, y: Math.round(y) })
      }
    }
    return characters
      .toSorted((a, b) => a.y - b.y || a.x - b.x)
      .map(({ text }) => text)
      .join('')
      .trim()
  })

test('queries run left to right, before and in the editor', async ({ page }) => {
  const playground = await open(page)
  const query = playground.locator('rillbox-query-editor')
  await playground.evaluate((element: HTMLElement & { session: { edit(draft: object): void } }) =>
    element.session.edit({ query: "fromStream('a').when({ A(s, e) { return s } })" }),
  )
  const line = "fromStream('a').when({ A(s, e) { return s } })"
  await expect.poll(() => seen(query.locator('.plain pre'))).toBe(line)
  await query.getByRole('textbox', { name: /query/i }).last().click()
  await expect(query.locator('.cm-content')).toBeFocused()
  expect(await seen(query.locator('.cm-line').first())).toBe(line)
})

test('the button to copy stands at the end of JSON, and covers none of it', async ({ page }) => {
  const playground = await open(page)
  const state = playground.locator('rillbox-projection-panel rillbox-json').first()
  await expect(state).toContainText('12')
  const [button, text] = await Promise.all([
    state.getByRole('button', { name: /Copy/ }).boundingBox(),
    state.locator('.content .name').first().boundingBox(),
  ])
  expect(button!.x).toBeGreaterThan(text!.x + text!.width)
})

test('English headings that begin with a number keep it at their beginning', async ({ page }) => {
  const playground = await open(page, 'partitions')
  const heading = playground.locator('rillbox-projection-panel').getByRole('heading', { name: '3 partitions' })
  await expect(heading).toBeVisible()
  expect(await seen(heading)).toBe('3 partitions')
})

test('JSON runs left to right, and an override inside of it changes nothing', async ({ page }) => {
  const playground = await open(page)
  await append(playground, 'turned', 'Turned', { name: 'a\u202eb', other: 1 })
  await playground.getByRole('tab', { name: /streams/i }).click()
  const streams = playground.locator('rillbox-stream-browser')
  await streams.getByText('turned', { exact: true }).first().click()
  await streams.getByText('Turned', { exact: true }).first().click()
  const content = streams.locator('rillbox-json .content').filter({ hasText: 'other' }).first()
  await expect.poll(async () => (await seen(content)).replace(/\s+/g, '')).toBe('{"name":"a\\u202eb","other":1}')
})
