// The playground from another origin than the page's, as from a CDN, under the policy that docs/playground.md prints for that.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { append, expectOpen, playgrounds, stateOf } from './embed.ts'
import type { Site } from './site.ts'
import { embed, serveSite } from './site.ts'

const documentation = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'playground.md'), 'utf8')
const printed = /^default-src .* https:\/\/cdn\.example .*$/m.exec(documentation)![0]

const sites: Site[] = []
test.afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())))

/** @returns the browser's complaints about the policy. */
async function visit(page: Page, policy = printed): Promise<string[]> {
  const cdn = await serveSite({ files: {}, isShared: true })
  const { origin } = new URL(cdn.url)
  const whole = `<!doctype html><meta charset="utf-8" /><title>An article</title>
    <script type="module" src="${cdn.url}rillbox/element.js"></script>${embed()}`
  const site = await serveSite({
    files: { '/index.html': whole },
    wholePages: true,
    policy: policy.replaceAll('https://cdn.example', origin),
  })
  sites.push(cdn, site)
  const violations: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text())
  })
  await page.goto(`${site.url}index.html`)
  return violations
}

test('runs its queries in Workers', async ({ page }) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  const violations = await visit(page)
  await expectOpen(playgrounds(page))
  await append(playgrounds(page), 'cart-1', 'ItemAdded', { price: 1 })
  expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-1')).toEqual({ total: 13 })
  expect(workers.length).toBeGreaterThan(0)
  expect(new Set(workers.map((url) => new URL(url).protocol))).toEqual(new Set(['blob:']))
  expect(violations).toEqual([])
})

test('names the source to allow where the policy forbids such Workers', async ({ page }) => {
  await visit(page, printed.replace(' blob:', ''))
  await expect(page.getByText('worker-src blob:')).toBeVisible()
  await expect(page.getByText('queryWorkerUrl')).toHaveCount(0)
})
