// Checks of the built site: the playground runs, appends and steps, and the shop sells.

import type { Tab } from '../driver/open.ts'
import type { Check } from './check.ts'
import { same, until } from './check.ts'

/** Styles of the first element that fits, also in a shadow tree: of its decoration, and how it is displayed. Runs in the page. */
function look(selector: string): string[] {
  const find = (root: ParentNode): Element | undefined =>
    root.querySelector(selector) ?? [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot && find(shadowRoot)) || [])[0]
  const found = find(document)
  if (!found) return []
  const { textDecorationStyle, display } = getComputedStyle(found)
  return [textDecorationStyle, display]
}

/** The texts of all elements that fit, also in shadow trees. Runs in the page. */
function texts(selector: string): string[] {
  const found: string[] = []
  const look = (root: ParentNode): void => {
    for (const element of root.querySelectorAll(selector)) found.push(element.textContent.replace(/\s+/g, ' ').trim())
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) look(shadowRoot)
  }
  look(document)
  return found
}

const first = async (tab: Tab, selector: string): Promise<string | undefined> => (await tab.evaluate(texts, selector))[0]

const phase = (tab: Tab): Promise<string> =>
  tab.evaluate(() => {
    const playground = document.querySelector('rillbox-playground')
    playground?.scrollIntoView()
    return playground?.session?.phase.kind ?? 'none'
  })

export const playgroundChecks: readonly Check[] = [
  {
    name: 'The playground opens, appends, runs a query',
    async run({ page, demo }) {
      const tab = await page(`${demo}?scenario=counter`)
      await until('the phase of the playground', () => phase(tab), 'open')
      const count = () =>
        tab.evaluate(async () => {
          const { store, session } = document.querySelector('rillbox-playground')!
          await store!.settled()
          const name = session.selection.projection
          return name === undefined ? null : JSON.stringify(await store!.state(name))
        })
      const before = await count()
      await tab.click('.send')
      await until('the state after the first step of the lesson', async () => (await count()) === before, false)
      const after = await count()
      await tab.click('.run')
      await until('the state after another run', count, after)
    },
  },
  {
    name: 'The playground steps through a query to its fault',
    async run({ page, demo }) {
      const tab = await page(`${demo}?scenario=inventory`)
      await until('the phase of the playground', () => phase(tab), 'open')
      // In narrow windows the lesson is open at first.
      await tab.evaluate(() => void (document.querySelector('rillbox-playground')!.panel = 'steps'))
      const position = () => first(tab, 'rillbox-stepper .where')
      await until('the steps', async () => (await first(tab, 'rillbox-stepper .summary, .summary'))?.includes('48 events'), true)
      await until('the button to the fault', async () => (await tab.evaluate(texts, 'button.fault')).length, 1)
      await tab.click('button.fault')
      const at = (await position()) ?? (await first(tab, '.where'))
      same('a position', /\(step \d+ of 48\)$/.test(at ?? ''), true)
      await tab.click('[aria-label="Step back"]')
      await until('the position one step back', async () => (await first(tab, '.where')) !== at, true)
    },
  },
  {
    name: 'The editor underlines a fault, whose message has the line below',
    async run({ page, demo }) {
      const tab = await page(`${demo}?scenario=inventory`)
      await until('the phase of the playground', () => phase(tab), 'open')
      await tab.evaluate(() => void (document.querySelector('rillbox-playground')!.panel = 'editor'))
      await until('the line under the fault', () => tab.evaluate(look, 'span.wrong'), ['wavy', 'inline'])
      await until('the advice how to leave', () => tab.evaluate(look, '.way-out'), ['solid', 'none'])
    },
  },
  {
    name: 'The shop sells, and its figures count',
    async run({ page, demo }) {
      const tab = await page(`${demo}app.html`)
      await until('the status', () => first(tab, '#status'), 'The store is open in this tab')
      await tab.click('[aria-label^="Add Espresso beans"]')
      await until('the button of the basket', () => tab.evaluate(() => document.querySelectorAll('#orders li').length), 0)
      await tab.evaluate(() => {
        const order = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Place the order')
        order?.click()
      })
      await until('the orders', () => first(tab, '#sales-orders'), '1')
      await until('the revenue', () => first(tab, '#sales-revenue'), '€11.50')
    },
  },
]
