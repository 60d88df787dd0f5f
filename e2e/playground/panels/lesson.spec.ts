// The lesson of a scenario inside an embed: played to its end by keyboard, begun anew by Start over, and followed by the next one.

import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectOpen, headerButton, playgrounds } from '../embed.ts'
import type { Site } from '../site.ts'
import { embed, serveSite } from '../site.ts'

const lesson = {
  version: 1,
  title: 'Visits',
  events: [{ stream: 'visits', type: 'Visited', data: { page: '/' } }],
  projections: [{ name: 'visits', query: "fromStream('visits').when({ $init: () => ({ count: 0 }), Visited(s) { s.count++ } })" }],
  lesson: [
    { text: 'One visit was counted.', expect: [{ projection: 'visits', state: { count: 1 } }] },
    {
      text: 'Count another.',
      send: {
        method: 'POST',
        path: '/streams/visits',
        headers: { 'ES-EventType': 'Visited', 'ES-EventId': 'ffe35db9-ff89-540a-aa57-a46a841fbef5' },
        body: { page: '/about' },
      },
      expect: [{ status: 201 }, { projection: 'visits', state: { count: 2 } }],
    },
    { text: 'Look at the streams.' },
  ],
  next: { title: 'The one after', src: 'next.json' },
}

let site: Site

test.beforeAll(async () => {
  site = await serveSite({
    files: {
      '/site.css': '',
      '/embed.html': `<h1>Lessons</h1><h2>Visits</h2>${embed('', lesson)}`,
      '/next.json': JSON.stringify({ version: 1, title: 'The one after', events: [{ stream: 'later', type: 'Later', data: {} }] }),
    },
  })
})
test.afterAll(() => site.close())

for (const width of [390, 1440]) {
  test(`is played to its end by keyboard, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${site.url}embed.html`)
    const element = playgrounds(page)
    await expectOpen(element)
    await expect(element.getByRole('tab', { name: 'Lesson' })).toHaveAttribute('aria-selected', 'true')
    const steps = element.locator('rillbox-lesson ol > li')
    await expect(steps.nth(0)).toHaveClass(/kept/)
    await expect(steps.nth(1)).not.toHaveClass(/kept/)
    // What has not happened is no fact.
    await expect(steps.nth(0)).toContainText('visits is { "count": 1 }')
    await expect(steps.nth(1)).toContainText('visits will be { "count": 2 }')

    await steps.nth(1).locator('summary').press('Enter')
    await expect(steps.nth(1).locator('pre')).toContainText('POST /streams/visits')
    await steps.nth(1).getByRole('button', { name: "Append Visited { page: '/about' }" }).press('Enter')
    await expect(steps.nth(1)).toHaveClass(/kept/)
    await expect(steps.nth(1).getByRole('status')).toHaveText('201 Created')
    await expect(steps.nth(1)).toContainText('visits is { "count": 2 }')
    await steps.nth(2).getByRole('button', { name: 'Mark as done' }).press('Enter')
    await expect(steps.nth(2)).toHaveClass(/kept/)
    await expect(steps.nth(0)).toHaveClass(/kept/)
    await expectAccessible(page, 'rillbox-playground')

    await headerButton(element, 'Start over').click()
    await expect(steps.nth(1)).not.toHaveClass(/kept/)
    await expect(steps.nth(0)).toHaveClass(/kept/)
    await element.getByRole('button', { name: 'Next: The one after' }).press('Enter')
    await expect(element.locator('[part="title"]')).toHaveText('The one after')
    await expect(element.getByRole('tab', { name: 'Lesson' })).toHaveCount(0)
  })
}

test('a step that is done by hand in another way shows what still differs', async ({ page }) => {
  await page.setViewportSize({ width: 300, height: 900 })
  await page.goto(`${site.url}embed.html`)
  const element = playgrounds(page)
  await expectOpen(element)
  await element.evaluate((it) => it.style.setProperty('--rillbox-height', '22rem'))
  const step = element.locator('rillbox-lesson ol > li').nth(1)
  await expect(step).toContainText('visits will be { "count": 2 }')
  await element.evaluate((it) => {
    const visit = { type: 'Visited', data: {} }
    return (it as HTMLElementTagNameMap['rillbox-playground']).store!.append('visits', [visit, visit])
  })
  await expect(step).toContainText('visits should be { "count": 2 } count: expected 2, found 3')
  await expect(step.locator('.instead')).toBeInViewport({ ratio: 1 })
  await expect(step).not.toHaveClass(/kept/)
  await expectAccessible(page, 'rillbox-playground')
})
