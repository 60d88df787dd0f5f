// Requests that no honest client sends, over a page's whole path: answered, and the store goes on.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { append, asAdmin, openPage, project, projectionState, send, startStore, storeAddress } from '../harness.ts'

const megabyte = 'x'.repeat(1_000_000)

// One page for all: the store has to go on after each of them.
test.describe.configure({ mode: 'default' })

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openPage(await browser.newPage())
  await startStore(page)
})
test.afterAll(() => page.close())

async function stillWorks(page: Page): Promise<void> {
  expect((await append(page, 'afterwards', 'Fine')).status).toBe(201)
}

const cases: [what: string, run: (page: Page) => Promise<{ status: number }>][] = [
  ['a stream name of a megabyte', (page) => append(page, megabyte, 'Tick')],
  ['an event type of a megabyte', (page) => append(page, 's', megabyte)],
  ['an event of a megabyte', (page) => append(page, 's', 'Big', { text: megabyte })],
  [
    'a header of a hundred kilobytes',
    (page) => send(page, `${storeAddress}/streams/s`, { headers: { 'es-resolvelinktos': megabyte.slice(0, 100_000) } }),
  ],
  [
    'credentials of a megabyte',
    (page) => send(page, `${storeAddress}/users/$current`, { headers: { authorization: `Basic ${btoa(megabyte)}` } }),
  ],
  ['a query string of a megabyte', (page) => send(page, `${storeAddress}/streams/s?embed=${megabyte}`)],
  ['a projection name of a megabyte', (page) => project(page, megabyte, 'fromAll().when({ $any: (s) => s })')],
  ['a path of only slashes', (page) => send(page, `${storeAddress}${'/'.repeat(5000)}`)],
  ['percent signs that encode nothing', (page) => send(page, `${storeAddress}/streams/%zz%`)],
  ['half of a surrogate pair', (page) => send(page, `${storeAddress}/streams/%ED%A0%80`)],
  ['a zero in a name', (page) => send(page, `${storeAddress}/streams/a%00b`)],
  ['a number larger than any', (page) => send(page, `${storeAddress}/streams/s/${'9'.repeat(1000)}/forward/${'9'.repeat(1000)}`)],
  ['a body that is no JSON', (page) => postEvents(page, '[{"eventId":')],
  ['a body that is nested ten thousand deep', (page) => postEvents(page, '['.repeat(10_000))],
  ['an empty body', (page) => postEvents(page, '')],
  ['a batch of nothing', (page) => postEvents(page, '[]')],
  ['an event without an id', (page) => postEvents(page, '[{"eventType":"Tick","data":{}}]')],
  ['an id that is none', (page) => postEvents(page, '[{"eventId":"me","eventType":"Tick","data":{}}]')],
]

const postEvents = (page: Page, body: string) =>
  send(page, `${storeAddress}/streams/s`, { method: 'POST', headers: { 'content-type': 'application/vnd.eventstore.events+json' }, body })

for (const [what, run] of cases) {
  test(`answers ${what}`, async () => {
    expect((await run(page)).status).toBeGreaterThanOrEqual(200)
    await stillWorks(page)
  })
}

test('keeps a large event as it was sent', async () => {
  expect((await append(page, 'large', 'Big', { text: megabyte })).status).toBe(201)
  const { body } = await send(page, `${storeAddress}/streams/large/0`, { headers: { accept: 'application/json' } })
  expect((JSON.parse(body) as { text: string }).text === megabyte).toBe(true)
})

test('stops a query that never ends, and the page stays awake', async () => {
  await append(page, 'ticks', 'Tick')
  expect((await project(page, 'endless', "fromStream('ticks').when({ Tick: () => { for (;;) {} } })")).status).toBe(201)
  const status = async (): Promise<string> => {
    const { body } = await send(page, `${storeAddress}/projection/endless/statistics`, { headers: asAdmin })
    return (JSON.parse(body) as { projections: { status: string }[] }).projections[0]?.status ?? body
  }
  await expect.poll(status, { timeout: 30_000 }).toMatch(/Faulted/)
  await stillWorks(page)
})

test('stops a query that takes all memory, and the others go on', async () => {
  await append(page, 'seen', 'Tick')
  await project(page, 'greedy', "fromStream('seen').when({ Tick: () => { const all = []; for (;;) all.push('x'.repeat(100000)) } })")
  await project(page, 'modest', "fromStream('seen').when({ $init: () => ({ n: 0 }), Tick: (s) => { s.n++; return s } })")
  await expect.poll(() => projectionState(page, 'modest'), { timeout: 30_000 }).toEqual({ n: 1 })
  await stillWorks(page)
})
