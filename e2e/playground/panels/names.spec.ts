// Names that hold control characters or turn text around are shown escaped in every panel, in its labels too, and still work.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { append, expectOpen, headerButton, playgrounds } from '../embed.ts'
import type { Site } from '../site.ts'
import { embed, serveSite } from '../site.ts'

/** A stream, a type, a partition, a projection, a member of the state, and a stream that is written. */
const names = {
  stream: 'cart-a\u202eb',
  other: 'cart-c\u2066d',
  type: 'Item\u202eAdded',
  partition: 'part\u0007\u202e1',
  projection: 'sums\u202e',
  written: 'out\u2067-x',
}
const inQuery = (text: string): string =>
  JSON.stringify(text).replaceAll(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)

const query = `fromCategory('cart').partitionBy((e) => ${inQuery(names.partition)}).when({
  $init: () => ({ count: 0 }),
  [${inQuery(names.type)}](s, e) {
    s.count += 1
    s[${inQuery('sum\u202e')}] = { text: e.data.note, n: s.count }
    log('seen ' + e.data.note)
    emit(${inQuery(names.written)}, ${inQuery(names.type)}, { n: s.count })
  },
})`

const scenario = {
  version: 1,
  events: [
    { stream: names.stream, type: names.type, data: { note: 'a\u202eb' } },
    { stream: names.other, type: names.type, data: { note: 'c\u202ed' } },
  ],
  projections: [
    { name: names.projection, query, track: true },
    { name: 'broken\u202e', query: `fromAll().when({ $any(s, e) { throw new Error('at ' + e.streamId) } })` },
  ],
  lesson: [
    {
      text: 'Append one more.',
      send: {
        method: 'POST',
        path: `/streams/${encodeURIComponent(names.stream)}`,
        headers: { 'ES-EventType': 'Seen' },
        body: { note: 'e\u202ef' },
      },
      expect: [
        { stream: names.stream, events: [] },
        { projection: names.projection, partition: names.partition, state: { note: 'g\u202eh' } },
      ],
    },
  ],
}

let site: Site
test.beforeAll(async () => {
  site = await serveSite({ files: { '/site.css': '', '/names.html': embed('share height="60rem"', scenario) } })
})
test.afterAll(() => site.close())

/** Texts and labels that are shown with a control in them, wherever they are below the element. */
const raw = (element: Locator): Promise<string[]> =>
  element.evaluate((top) => {
    const controls = /(?![\t\n\r])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
    const found: string[] = []
    const visit = (node: Node): void => {
      if (node instanceof Text && controls.test(node.data)) found.push(`${node.parentElement?.localName}: ${JSON.stringify(node.data)}`)
      if (node instanceof Element) {
        for (const name of ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'label']) {
          const value = node.getAttribute(name)
          if (value !== null && controls.test(value)) found.push(`${node.localName}[${name}]: ${JSON.stringify(value)}`)
        }
        node.shadowRoot?.childNodes.forEach(visit)
      }
      if (node !== top) node.childNodes.forEach(visit)
    }
    visit(top)
    return found
  })

const escaped = { stream: String.raw`cart-a\u202eb`, type: String.raw`Item\u202eAdded`, partition: String.raw`part\u0007\u202e1` }

async function open(page: Page): Promise<Locator> {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.goto(`${site.url}names.html`)
  const playground = playgrounds(page)
  await expectOpen(playground)
  await playground.evaluate(
    (element: HTMLElement & { session: { select(what: object): void } }, projection) => element.session.select({ projection }),
    names.projection,
  )
  await expect(playground.locator('rillbox-projection-panel')).toContainText(escaped.partition)
  return playground
}

const tab = (playground: Locator, name: string) => playground.getByRole('tab', { name, exact: true }).click()

test('in the result: choice, partitions, state, what changed, charts, written streams, and the dialog that deletes', async ({ page }) => {
  const playground = await open(page)
  const result = playground.locator('rillbox-projection-panel')
  await append(playground, names.stream, names.type, { note: 'x\u202ey' })
  await expect(result.locator('.changed')).toContainText(String.raw`["sum\u202e"]`)
  await expect(result.getByRole('button', { name: String.raw`out\u2067-x` })).toBeVisible()
  await result.locator('rillbox-number-charts').evaluate((element) => element.scrollIntoView())
  const chart = result.getByRole('button', { name: /^Chart of \["sum\\u202e"\]\.n/ })
  await chart.click()
  await expect(result.getByRole('dialog').locator('.point')).toContainText(String.raw`after Item\u202eAdded at 1@cart-a\u202eb`)
  await result.getByRole('dialog').getByText('Table').click()
  expect(await raw(playground)).toEqual([])
  await page.keyboard.press('Escape')

  await result.getByRole('button', { name: 'Commands' }).click()
  await result.getByRole('button', { name: 'Delete …' }).click()
  const dialog = result.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Emitted streams' }).check()
  await expect(dialog).toContainText(String.raw`Delete sums\u202e?`)
  await expect(dialog).toContainText(String.raw`out\u2067-x`)
  expect(await raw(playground)).toEqual([])
})

test('in the message of a fault', async ({ page }) => {
  const playground = await open(page)
  await playground
    .getByRole('combobox', { name: 'Projection' })
    .first()
    .selectOption({ label: String.raw`broken\u202e` })
  await expect(playground.locator('rillbox-projection-panel').locator('.fault')).toContainText(String.raw`at cart-a\u202eb`)
  expect(await raw(playground)).toEqual([])
})

for (const [name, panel, shown] of [
  ['Lesson', 'rillbox-lesson', [escaped.stream, escaped.partition, String.raw`g\u202eh`]],
  ['Log', 'rillbox-log-panel', [String.raw`0@cart-a\u202eb`, escaped.type, String.raw`seen a\u202eb`]],
  ['Map', 'rillbox-map-graph', [String.raw`sums\u202e`, String.raw`out\u2067-x`]],
  ['Requests', 'rillbox-request-panel', []],
] as const)
  test(`in the panel ${name}`, async ({ page }) => {
    const playground = await open(page)
    await tab(playground, name)
    for (const text of shown) await expect(playground.locator(panel)).toContainText(text)
    expect(await raw(playground)).toEqual([])
  })

test('in lists of streams and events, an event, and the form', async ({ page }) => {
  const playground = await open(page)
  await tab(playground, 'Streams')
  const streams = playground.locator('rillbox-stream-browser')
  await streams.getByText(escaped.stream, { exact: true }).first().click()
  await streams.getByRole('button', { name: escaped.type }).first().click()
  await expect(streams.locator('rillbox-event')).toContainText(String.raw`0@cart-a\u202eb`)
  expect(await raw(playground)).toEqual([])
  await streams.getByRole('button', { name: 'Append', exact: true }).click()
  await expect(streams.getByRole('textbox', { name: 'Stream' })).toHaveValue(names.stream)
  expect(await raw(playground)).toEqual([])
})

test('in the steps: list, place, filters, state, emissions, values beside the lines', async ({ page }) => {
  const playground = await open(page)
  await playground.evaluate((element: HTMLElement & { session: { edit(what: object): void } }, draft) => element.session.edit(draft), {
    name: names.projection,
    query,
  })
  await playground.getByRole('button', { name: 'Step through' }).click()
  const steps = playground.locator('rillbox-stepper')
  await steps.getByRole('option', { name: /cart-c/ }).click()
  await expect(playground.locator('rillbox-step-bar .where:visible')).toContainText(String.raw`Item\u202eAdded at 0@cart-c\u2066d`)
  await expect(steps.locator('rillbox-step-list')).toContainText(escaped.type)
  await expect(steps.locator('.partition')).toContainText(escaped.partition)
  await expect(steps.getByRole('group', { name: 'Emitted' })).toContainText(String.raw`out\u2067-x`)
  await expect(
    playground
      .locator('.cm-values')
      .filter({ hasText: String.raw`\u202e` })
      .first(),
  ).toBeVisible()
  await steps.getByText('Lines that ran').click()
  await steps.getByText('Full state before and after').click()
  await playground.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(playground.getByRole('combobox', { name: 'Type' })).toContainText(escaped.type)
  expect(await raw(playground)).toEqual([])
})

test('in the completions of the editor, which insert the name as it is', async ({ page }) => {
  const playground = await open(page)
  await playground.evaluate((element: HTMLElement & { session: { edit(what: object): void } }) =>
    element.session.edit({ query: "fromStream('cart-a" }),
  )
  const editor = playground.locator('rillbox-query-editor')
  await editor.getByRole('textbox', { name: /query/i }).last().click()
  await expect(editor.locator('.cm-content')).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Space')
  await expect(playground.locator('.cm-tooltip-autocomplete')).toContainText(escaped.stream)
  expect(await raw(playground)).toEqual([])
  // For a moment, Enter would be meant for the text.
  await playground.locator('.cm-tooltip-autocomplete').getByRole('option').first().click()
  const draft = await playground.evaluate((element: HTMLElement & { session: { draft: { query: string } } }) => element.session.draft.query)
  expect(draft).toContain(names.stream)
})

test('in the line of a phone, the share dialog and a printed page', async ({ page }) => {
  const playground = await open(page)
  await page.setViewportSize({ width: 390, height: 900 })
  // The narrow layout has a tab for the query, and a choice of its own.
  await expect(playground.getByRole('tab', { name: 'Query', exact: true })).toBeVisible()
  await tab(playground, 'Streams')
  await expect(playground.locator('rillbox-compact-result')).toContainText(escaped.partition)
  await headerButton(playground, 'Share').click()
  await expect(playground.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'Link' })).toHaveValue(/#1\./)
  expect(await raw(playground)).toEqual([])
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect(playground.locator('rillbox-print')).toContainText(String.raw`Events of cart-a\u202eb`)
  await expect(playground.locator('rillbox-print')).toContainText(escaped.partition)
  expect(await raw(playground)).toEqual([])
})
