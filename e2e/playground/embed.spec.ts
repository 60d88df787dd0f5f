// Embeds in an article on a static host: when they wake, their looks before and after, and their effects on the rest of the page.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { PlaygroundElement } from '../../src/playground/elements.ts'
import { append, countOf, expectOpen, headerButton, phaseOf, playgrounds, stateOf } from './embed.ts'
import type { Site } from './site.ts'
import { cartScenario, embed, reservingStyle, serveSite } from './site.ts'

let site: Site

const far = '<p class="far">Much to read before.</p>'
const broken = { version: 1, events: [{ stream: 'a' }, { stream: 'b', type: 'T', date: {} }] }
const emptyScenario = JSON.stringify({ version: 1 })

test.beforeAll(async () => {
  site = await serveSite({
    below: '/some/path',
    files: {
      '/site.css': `${reservingStyle} body { margin: 1rem } .far { block-size: 300vh }
        .themed { --rillbox-accent: rgb(1, 2, 3) } .themed::part(header) { background: rgb(4, 5, 6) }
        .low { --rillbox-height: 20rem } .narrow { inline-size: 22rem }`,
      '/carts.json': JSON.stringify(cartScenario),
      '/eager.html': embed(),
      '/lazy.html': `${far}${embed('loading="lazy"')}<p id="after">Behind it.</p>`,
      '/click.html': embed('loading="click"'),
      '/near.html': `<p>Before.</p>${embed('loading="lazy"')}<p id="after">Behind it.</p>`,
      '/before.html': '<rillbox-playground id="before"></rillbox-playground><script src="before.js"></script>',
      '/before.js': `document.querySelector('#before').scenario = ${JSON.stringify(cartScenario)}`,
      '/src.html': '<rillbox-playground src="carts.json"></rillbox-playground>',
      '/two.html': embed() + embed(),
      '/many.html': embed().repeat(10),
      '/hidden.html': embed('hide="editor map requests steps reset"'),
      '/quiet.html': embed('hide="streams map requests steps header"'),
      '/panel.html': embed('panel="requests"'),
      '/readonly.html': embed('readonly'),
      '/height.html': `${embed('height="480px"')}<div class="low">${embed()}</div>${embed()}`,
      '/theme.html': embed('theme="dark" title="Carts"') + embed('class="themed" theme="light"') + embed('theme="auto"'),
      '/narrow.html': `<div class="narrow">${embed()}</div>`,
      '/wrong.html': embed('', broken) + embed(),
      '/no-json.html': embed('', '{ version: 1 }'),
      '/totals.js': cartScenario.projections[0]!.query,
      '/beside.json': JSON.stringify({ ...cartScenario, projections: [{ ...cartScenario.projections[0], query: './totals.js' }] }),
      '/beside.html': '<rillbox-playground src="beside.json"></rillbox-playground>',
      '/inside.html': embed('', { version: 1, projections: [{ name: 'a', query: './none.js' }] }) + '<p id="after">Behind it.</p>',
      '/missing.html': '<rillbox-playground src="nowhere.json"></rillbox-playground><p id="after">Behind it.</p>',
      '/empty.html': `<rillbox-playground><script type="application/json">${emptyScenario}</script></rillbox-playground>`,
      '/panels.html': `<rillbox-store id="carts" src="carts.json"><rillbox-stream-browser></rillbox-stream-browser></rillbox-store>
        <rillbox-projection-panel for="carts"></rillbox-projection-panel>`,
    },
  })
})
test.afterAll(() => site.close())

const visit = (page: Page, path: string) => page.goto(site.url + path)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the content of the page is there to read', async ({ page }) => {
    await visit(page, 'eager.html')
    await expect(page.getByText("fromCategory('cart').foreachStream()…")).toBeVisible()
    await expect(page.getByRole('table', { name: 'The total of each cart' })).toContainText('12')
    // The scenario is for the element.
    await expect(page.getByText('ItemAdded')).toBeHidden()
  })
})

test.describe('waking', () => {
  test('eager: with the page, from the scenario inside', async ({ page }) => {
    await visit(page, 'eager.html')
    await expectOpen(playgrounds(page))
    await expect(page.getByRole('table', { name: 'The total of each cart' })).toBeHidden()
    expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-1')).toEqual({ total: 12 })
  })

  test('from a scenario behind an address, which counts from the page', async ({ page }) => {
    await visit(page, 'src.html')
    await expectOpen(playgrounds(page))
    expect(await countOf(playgrounds(page), 'cart-1')).toBe(2)
    await expect(playgrounds(page).getByText('Carts', { exact: true })).toBeVisible()
  })

  test('from a scenario that the page has set before the element was there', async ({ page }) => {
    await visit(page, 'before.html')
    await expectOpen(playgrounds(page))
    expect(await countOf(playgrounds(page), 'cart-1')).toBe(2)
  })

  test('lazy: when it comes near the screen, and not before', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await visit(page, 'lazy.html')
    await expect.poll(() => phaseOf(playgrounds(page))).toBe('asleep')
    expect(asked.filter((url) => url.includes('/rillbox/panels-'))).toEqual([])
    await page.locator('#after').scrollIntoViewIfNeeded()
    await expectOpen(playgrounds(page))
  })

  test('click: when the button over its content is pressed; the focus goes along', async ({ page }) => {
    await visit(page, 'click.html')
    await expect(page.getByRole('table', { name: 'The total of each cart' })).toBeVisible()
    expect(await phaseOf(playgrounds(page))).toBe('asleep')
    await page.getByRole('button', { name: 'Start the playground' }).press('Enter')
    await expectOpen(playgrounds(page))
    await expect(playgrounds(page).getByRole('group', { name: 'Playground' })).toBeFocused()
    await expect(playgrounds(page).getByRole('status').filter({ hasText: 'The playground is ready.' })).toHaveCount(1)
  })

  test('tells the page by an event', async ({ page }) => {
    await page.addInitScript(() => {
      const phases: string[] = []
      Object.assign(window, { phases })
      document.addEventListener('rillbox-phase', (event) => phases.push((event as CustomEvent<{ kind: string }>).detail.kind))
    })
    await visit(page, 'eager.html')
    await expectOpen(playgrounds(page))
    expect(await page.evaluate(() => Reflect.get(window, 'phases') as string[])).toEqual(['opening', 'open'])
  })

  test('moves nothing in the page', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      type Shift = PerformanceEntry & { value: number; sources: { previousRect: DOMRect; currentRect: DOMRect }[] }
      const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ')
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          shifts.push([value, ...sources.map((source) => `${place(source.previousRect)} -> ${place(source.currentRect)}`)].join(', '))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['near.html', 'lazy.html', 'eager.html']) {
      await visit(page, path)
      if (path === 'lazy.html') await page.evaluate(() => document.querySelector('#after')!.scrollIntoView({ block: 'end' }))
      await expectOpen(playgrounds(page))
      // Everything that happened until now is reported by then.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect(await page.evaluate(() => Reflect.get(window, 'shifts') as unknown as string[])).toEqual([])
    }
  })
})

test.describe('several on a page', () => {
  test('have separate stores', async ({ page }) => {
    await visit(page, 'two.html')
    const [first, second] = [playgrounds(page).first(), playgrounds(page).last()]
    await expectOpen(first)
    await expectOpen(second)
    await append(first, 'cart-1', 'ItemAdded', { price: 100 })
    expect(await stateOf(first, 'cart-totals', 'cart-1')).toEqual({ total: 112 })
    expect(await stateOf(second, 'cart-totals', 'cart-1')).toEqual({ total: 12 })
  })

  test('share a few Workers, and all of them work', async ({ page }) => {
    test.slow()
    await visit(page, 'many.html')
    for (let index = 0; index < 10; index++) {
      const element = playgrounds(page).nth(index)
      await expectOpen(element)
      expect(await stateOf(element, 'cart-totals', 'cart-2')).toEqual({ total: 9 })
    }
    await append(playgrounds(page).first(), 'cart-2', 'ItemAdded', { price: 1 })
    expect(await stateOf(playgrounds(page).first(), 'cart-totals', 'cart-2')).toEqual({ total: 10 })
    expect(page.workers().length).toBeLessThanOrEqual(6)
  })
})

test.describe('leaving the page', () => {
  const closes = (page: Page) =>
    page.evaluate(async () => {
      const { store } = Reflect.get(window, 'kept') as { store: { ready(): Promise<void>; read(stream: string): Promise<unknown[]> } }
      return await store.read('cart-1').then(
        () => 'open',
        (error: Error & { code: string }) => error.code,
      )
    })

  test('closes the store; put back, the element starts again', async ({ page }) => {
    await visit(page, 'eager.html')
    await expectOpen(playgrounds(page))
    await append(playgrounds(page), 'cart-1', 'ItemAdded', { price: 1 })
    await page.evaluate(() => {
      const element = document.querySelector('rillbox-playground') as PlaygroundElement
      Object.assign(window, { kept: { element, store: element.store } })
      element.remove()
    })
    await expect.poll(() => closes(page)).toBe('storage-closed')
    await page.evaluate(() => document.body.append((Reflect.get(window, 'kept') as { element: Element }).element))
    await expectOpen(playgrounds(page))
    expect(await countOf(playgrounds(page), 'cart-1')).toBe(2)
  })

  test('for another place in it changes nothing', async ({ page }) => {
    await visit(page, 'eager.html')
    await expectOpen(playgrounds(page))
    await append(playgrounds(page), 'cart-1', 'ItemAdded', { price: 1 })
    await page.evaluate(() => {
      const section = document.createElement('section')
      document.body.append(section)
      section.append(document.querySelector('rillbox-playground')!)
    })
    // Longer than it takes to notice that an element is gone.
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))))
    await expectOpen(playgrounds(page))
    expect(await countOf(playgrounds(page), 'cart-1')).toBe(3)
  })

  test('leaves a store of the page open and its contents alone', async ({ page }) => {
    await visit(page, 'empty.html')
    await expectOpen(playgrounds(page))
    await append(playgrounds(page), 'notes', 'Noted', {})
    await page.evaluate((scenario) => {
      const { store } = document.querySelector('rillbox-playground') as PlaygroundElement
      // The element's own store in another element's hands: lent stays lent.
      const other = document.createElement('rillbox-playground')
      other.id = 'other'
      Object.assign(other, { store, scenario })
      document.body.append(other)
      Object.assign(window, { kept: { store } })
    }, cartScenario)
    const other = page.locator('#other')
    await expectOpen(other)
    expect([await countOf(other, 'notes'), await countOf(other, 'cart-1')]).toEqual([1, 0])
    await expect(headerButton(other, 'Start over')).toHaveCount(0)
    await other.evaluate((element) => element.remove())
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))))
    expect(await closes(page)).toBe('open')
  })
})

test.describe('attributes', () => {
  test('hide leaves out panels and controls', async ({ page }) => {
    await visit(page, 'hidden.html')
    await expectOpen(playgrounds(page))
    await expect(page.getByRole('tab')).toHaveText(['Streams'])
    await expect(page.locator('rillbox-query-editor')).toHaveCount(0)
    await expect(headerButton(page, 'Start over')).toHaveCount(0)
    await visit(page, 'quiet.html')
    await expect(page.locator('rillbox-projection-panel')).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page.getByText('In memory')).toHaveCount(0)
  })

  test('panel opens a tab, and follows', async ({ page }) => {
    await visit(page, 'panel.html')
    await expectOpen(playgrounds(page))
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Requests')
    await page.getByRole('tab', { name: 'Steps' }).click()
    expect(await playgrounds(page).evaluate((element: PlaygroundElement) => element.panel)).toBe('steps')
    await expect(page.getByRole('tabpanel', { name: 'Steps' })).toBeVisible()
  })

  test('loading can change while the playground waits', async ({ page }) => {
    await visit(page, 'click.html')
    await expect(page.getByRole('button', { name: 'Start the playground' })).toBeVisible()
    await playgrounds(page).evaluate((element) => element.setAttribute('loading', 'lazy'))
    await expectOpen(playgrounds(page))
  })

  test('readonly shows everything and changes nothing', async ({ page }) => {
    await visit(page, 'readonly.html')
    await expectOpen(playgrounds(page))
    await expect(page.getByText('Read-only', { exact: true })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Result' }).getByText('cart-1').first()).toBeVisible()
    for (const name of [/^Run/, /^Append/, /^Delete/, 'Disable', 'Reset', 'Edit'])
      await expect(page.getByRole('button', { name, disabled: false })).toHaveCount(0)
    await page.getByText('fromCategory').last().click()
    await page.keyboard.type('nothing of this')
    expect(await playgrounds(page).evaluate((element: PlaygroundElement) => element.session.draft.query)).toBe(
      cartScenario.projections[0]!.query,
    )
  })

  test('height and --rillbox-height give the element its height, awake or not', async ({ page }) => {
    await visit(page, 'height.html')
    const heights = () =>
      playgrounds(page).evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().height)))
    await expectOpen(playgrounds(page).last())
    expect(await heights()).toEqual([480, 320, 640])
  })

  test('theme and title, custom properties and ::part', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit(page, 'theme.html')
    for (const index of [0, 1, 2]) await expectOpen(playgrounds(page).nth(index))
    await expect(playgrounds(page).first().getByText('Carts', { exact: true })).toBeVisible()
    const colour = (index: number, selector: string, property: string) =>
      playgrounds(page)
        .nth(index)
        .evaluate((element, [of, name]) => getComputedStyle(element.shadowRoot!.querySelector(of)!).getPropertyValue(name), [
          selector,
          property,
        ] as const)
    const dark = 'rgb(17, 24, 27)'
    expect(await colour(0, '.frame', 'background-color')).toBe(dark)
    expect(await colour(1, '.frame', 'background-color')).toBe('rgb(255, 255, 255)')
    expect(await colour(2, '.frame', 'background-color')).toBe(dark)
    expect(await colour(1, '.header', 'background-color')).toBe('rgb(4, 5, 6)')
    expect(await colour(1, '[aria-selected=true]', 'border-bottom-color')).toBe('rgb(1, 2, 3)')
  })

  test('for leads a panel to a store elsewhere in the page', async ({ page }) => {
    await visit(page, 'panels.html')
    const panel = page.locator('rillbox-projection-panel')
    await expect.poll(() => panel.evaluate((element) => Reflect.get(element, 'session')?.phase.kind as string)).toBe('open')
    await expect(page.locator('rillbox-stream-browser').getByText('cart-1').first()).toBeVisible()
  })
})

test('in a narrow column every panel is a tab, reached by the arrow keys', async ({ page }) => {
  await visit(page, 'narrow.html')
  await expectOpen(playgrounds(page))
  await expect(page.getByRole('tab')).toHaveText(['Query', 'Result', 'Streams', 'Map', 'Requests', 'Steps', 'Compare'])
  await page.getByRole('tab', { name: 'Query' }).focus()
  for (const name of ['Result', 'Streams', 'Map', 'Requests', 'Steps', 'Compare', 'Query']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
  }
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Compare')
})

test('Start over goes back to the scenario', async ({ page }) => {
  await visit(page, 'eager.html')
  await expectOpen(playgrounds(page))
  await append(playgrounds(page), 'cart-1', 'ItemAdded', { price: 1 })
  await playgrounds(page).evaluate((element: PlaygroundElement) => element.session.edit({ query: 'fromAll()' }))
  await headerButton(page, 'Start over').click()
  await expect(playgrounds(page).getByRole('status').filter({ hasText: 'has started over' })).toHaveCount(1)
  expect(await countOf(playgrounds(page), 'cart-1')).toBe(2)
  expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-1')).toEqual({ total: 12 })
  expect(await playgrounds(page).evaluate((element: PlaygroundElement) => element.session.draft.query)).toContain("fromCategory('cart')")
})

test('once loaded it works without a network', async ({ page, context }) => {
  await visit(page, 'eager.html')
  await expectOpen(playgrounds(page))
  expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-1')).toEqual({ total: 12 })
  // All queries share one Worker, and the next one begins in it.
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(1)
  await context.setOffline(true)
  await append(playgrounds(page), 'cart-1', 'ItemAdded', { price: 3 })
  await playgrounds(page).evaluate((element: PlaygroundElement) =>
    element.store!.project('count', "fromStream('cart-1').when({ $init: () => ({ n: 0 }), $any(s) { s.n++ } })"),
  )
  expect(await stateOf(playgrounds(page), 'count')).toEqual({ n: 3 })
})

test('requests nothing from other origins', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) foreign.push(request.url())
  })
  await visit(page, 'eager.html')
  await expectOpen(playgrounds(page))
  expect(foreign.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:'))).toEqual([])
})

test.describe('failing starts', () => {
  test('says every problem of a scenario with its place; its neighbours work', async ({ page }) => {
    await visit(page, 'wrong.html')
    const [wrong, right] = [playgrounds(page).first(), playgrounds(page).last()]
    await expectOpen(right)
    const alert = wrong.getByRole('alert')
    await expect(alert).toContainText('The scenario has')
    await expect(alert.getByRole('listitem').filter({ hasText: 'events[0].type' })).toBeVisible()
    await expect(alert.getByRole('listitem').filter({ hasText: 'events[1].date' })).toBeVisible()
    await expect(wrong.getByRole('table', { name: 'The total of each cart' })).toBeVisible()
    // Put right by the page, it can be tried again.
    await wrong.evaluate((element, text) => {
      element.querySelector('script')!.textContent = text
    }, JSON.stringify(cartScenario))
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expectOpen(wrong)
  })

  test('says where JSON is none', async ({ page }) => {
    await visit(page, 'no-json.html')
    await expect(page.getByRole('alert')).toContainText('The scenario inside the element is not valid JSON')
  })

  test('reads the query beside its scenario', async ({ page }) => {
    await visit(page, 'beside.html')
    await expectOpen(playgrounds(page))
    expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-1')).toEqual({ total: 12 })
  })

  test('says which query is not beside its scenario', async ({ page }) => {
    await visit(page, 'inside.html')
    await expect(page.getByRole('alert')).toContainText('projections[0].query: "./none.js" cannot be read')
    await expect(page.getByRole('alert')).toContainText('/none.js answers 404')
    await expect(page.locator('#after')).toBeVisible()
  })

  test('says which address has no scenario', async ({ page }) => {
    await visit(page, 'missing.html')
    await expect(page.getByRole('alert')).toContainText('nowhere.json could not be loaded: 404')
    await expect(page.getByRole('alert').getByText('Check the address')).toBeVisible()
    await expect(page.locator('#after')).toBeVisible()
    await playgrounds(page).evaluate((element) => element.setAttribute('src', 'carts.json'))
    await expectOpen(playgrounds(page))
  })

  test('tries again when a part of the playground could not be loaded', async ({ page, context }) => {
    await visit(page, 'click.html')
    await expect(page.getByRole('button', { name: 'Start the playground' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Start the playground' }).click()
    await expect(page.getByRole('alert')).toContainText('Part of the playground could not be loaded.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectOpen(playgrounds(page))
  })
})
