// The playground under a content security policy: the minimal one of docs/playground.md, and stricter ones that stop it.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleName, readExamples } from '../../scripts/documents/readme.ts'
import type { PlaygroundElement } from '../../src/playground/elements.ts'
import { addresses } from '../addresses.ts'
import { append, expectOpen, playgrounds, stateOf } from './embed.ts'
import type { Site } from './site.ts'
import { embed, minimalPolicy, serveSite } from './site.ts'

const files = {
  '/site.css': '',
  '/share.html': embed('share'),
  '/plain.html':
    '<rillbox-playground><script type="application/json">{ "version": 1 }</script></rillbox-playground><p id="after">After it.</p>',
}
const sites: Site[] = []

async function visit(page: Page, path: string, policy = minimalPolicy): Promise<string[]> {
  const site = await serveSite({ files, policy })
  sites.push(site)
  const violations: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text())
  })
  await page.goto(site.url + path)
  return violations
}
test.afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())))

test('the policy of the documentation is the one that is tested', () => {
  const documentation = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'playground.md'), 'utf8')
  expect(documentation).toContain(minimalPolicy)
})

test('the minimal policy allows everything', async ({ page }) => {
  const violations = await visit(page, 'share.html')
  await expectOpen(playgrounds(page))
  await append(playgrounds(page), 'cart-1', 'ItemAdded', { price: 1 })
  expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-1')).toEqual({ total: 13 })
  for (const tab of await page.getByRole('tab').all()) await tab.click()
  await page.getByRole('textbox', { name: /query/i }).first().click()
  await page.keyboard.type('// ')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'Link' })).toHaveValue(/#1\./)
  expect(violations).toEqual([])
})

/** The policy that docs/good-to-know.md prints. */
const leastPolicy = /^(default-src .*)$/m.exec(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'good-to-know.md'), 'utf8'))![1]!

/** Directives that were violated, as the page itself is told. */
async function watchViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      violations.push(`${effectiveDirective} ${blockedURI}`)
    })
    Object.assign(window, { violations })
  })
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations)
}

/** With what docs/playground.md adds to a policy for trusted types. */
const trustedTypes = /`(require-trusted-types-for 'script'; trusted-types .*?)`/.exec(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'playground.md'), 'utf8'),
)![1]!

for (const [which, policy] of [
  ['the least policy of the documents', leastPolicy],
  ['a policy with trusted types', `${leastPolicy}; ${trustedTypes}`],
] as const) {
  test(`${which} allows writing in the editor, completion, faults, steps and panels`, async ({ page }) => {
    const violations = await watchViolations(page)
    const console = await visit(page, 'share.html', policy)
    await expectOpen(playgrounds(page))
    await page.getByRole('textbox', { name: /query/i }).first().click()
    await expect(page.locator('.cm-content')).toBeFocused()
    const { keyboard } = page
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type("fromStream('a').when({\n$init: () => ({ n: 0 }),\nItemAdded: (s, e) => {\ns.n++\nreturn s }\n")
    // Over a selection of several lines Chromium would keep the look of the old text.
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowUp')
    await keyboard.press('Home')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.type('f')
    await expect(page.locator('.cm-content')).toContainText('f')
    await keyboard.press('ControlOrMeta+z')
    await keyboard.press('Shift+ArrowUp')
    await keyboard.press('Backspace')
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('fromAll().')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await keyboard.press('ArrowDown')
    await keyboard.press('Escape')
    await keyboard.type('when({ A: (s, e) => ')
    await page.locator('.cm-lintRange-error, .cm-lint-marker-error').first().hover()
    await expect(page.locator('.cm-tooltip').first()).toBeVisible()
    for (const tab of await page.getByRole('tab').all()) await tab.click()
    expect([await violations(), console]).toEqual([[], []])
  })
}

test('text that is typed over a selection takes its place, brackets around it included', async ({ page }) => {
  await visit(page, 'share.html')
  await expectOpen(playgrounds(page))
  await page.getByRole('textbox', { name: /query/i }).first().click()
  const { keyboard } = page
  const query = () => playgrounds(page).evaluate((element: PlaygroundElement) => element.session.draft.query)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('one two')
  await keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await keyboard.type('x')
  expect(await query()).toBe('one x')
  await keyboard.press('Shift+ArrowLeft')
  // The browser tells the editor of a selection in a task of its own, which no human hand is faster than.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await keyboard.type('(')
  expect(await query()).toBe('one (x)')
})

test('the least policy of the documents allows the first example of the README', async ({ page }) => {
  const violations = await watchViolations(page)
  await page.route(addresses.pages, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': leastPolicy } })
  })
  const printed: string[] = []
  page.on('console', (message) => message.type() === 'log' && printed.push(message.text()))
  await page.goto(addresses.pages)
  const example = readExamples().find(({ place }) => place === 'browser')!
  await page.evaluate((address) => import(address), `/readme/${exampleName(example)}.js`)
  await expect.poll(() => printed).toEqual(example.prints)
  expect(await violations()).toEqual([])
})

const withoutWasm = minimalPolicy.replace(" 'wasm-unsafe-eval'", '')
const withoutWorkers = `${minimalPolicy}; worker-src 'none'`

for (const [what, policy, advice] of [
  ['WebAssembly', withoutWasm, "'wasm-unsafe-eval' in script-src"],
  ['Workers', withoutWorkers, "worker-src 'self'"],
  ['a trusted address of the Worker', `${minimalPolicy}; ${trustedTypes.replace(' rillbox', '')}`, 'trusted-types rillbox'],
] as const) {
  test(`without ${what} it names the sources to allow, and the page lives`, async ({ page }) => {
    await visit(page, 'share.html', policy)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(advice)
    await expect(page.getByRole('table', { name: 'The total of each cart' })).toBeVisible()
    await expect(alert.getByRole('button', { name: 'Try again' })).toBeEnabled()
  })
}

test('without WebAssembly streams work where no query is to run', async ({ page }) => {
  await visit(page, 'plain.html', withoutWasm)
  await expectOpen(playgrounds(page))
  await append(playgrounds(page), 'notes', 'Noted', {})
  await expect(page.locator('#after')).toBeVisible()
  // Once one is, it is said why it does not.
  await playgrounds(page).evaluate((element: PlaygroundElement) =>
    element.session.send('POST', '/projections/continuous?name=count', { body: 'fromAll().when({ $any() {} })' }),
  )
  await expect(page.getByRole('alert').filter({ hasText: "'wasm-unsafe-eval' in script-src" })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'wasm' })).toHaveCount(0)
})

test('in a sandboxed frame without an origin it says what is missing', async ({ page }) => {
  const frame = '<iframe title="Sandbox" sandbox="allow-scripts" width="900" height="600" src="share.html"></iframe>'
  const site = await serveSite({ files: { ...files, '/frame.html': frame }, policy: minimalPolicy })
  sites.push(site)
  // Scripts of such a frame come from another origin than its own: the host has to let it have them.
  await page.route('**/rillbox/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } })
  })
  await page.goto(`${site.url}frame.html`)
  const inside = page.frameLocator('iframe')
  await expect(inside.getByRole('alert')).toContainText('Add allow-same-origin to the attribute sandbox of the frame.')
  await expect(inside.getByRole('table', { name: 'The total of each cart' })).toBeVisible()
})
