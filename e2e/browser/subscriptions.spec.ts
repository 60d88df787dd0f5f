// Consumers in several tabs share the messages of one group.

import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { append, asAdmin, openPage, send, startStore, storeAddress } from '../harness.ts'

const group = `${storeAddress}/subscriptions/orders/mailers`
const competing = { ...asAdmin, accept: 'application/vnd.eventstore.competingatom+json' }

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await openPage(await context.newPage())
  await startStore(page)
  return page
}

const createGroup = (page: Page, configuration: object = {}) =>
  send(page, group, {
    method: 'PUT',
    headers: { ...asAdmin, 'content-type': 'application/json' },
    body: JSON.stringify(configuration),
  })

interface Feed {
  readonly entries: readonly { readonly title: string; readonly links: readonly { readonly uri: string; readonly relation: string }[] }[]
}

const take = async (page: Page, count: number): Promise<Feed> =>
  JSON.parse((await send(page, `${group}/${count}`, { headers: competing })).body) as Feed

const titles = ({ entries }: Feed): string[] => entries.map(({ title }) => title)

const details = async (page: Page): Promise<Record<string, unknown>> =>
  JSON.parse((await send(page, `${group}/info`, { headers: asAdmin })).body) as Record<string, unknown>

test('every message goes to one tab, and any tab may acknowledge it', async ({ context }) => {
  const [first, second] = [await openTab(context), await openTab(context)]
  expect((await createGroup(first)).status).toBe(201)
  for (let index = 0; index < 6; index++) await append(first, 'orders', 'Placed')

  const shares = await Promise.all([take(first, 2), take(second, 2), take(first, 1), take(second, 1)])
  expect(shares.flatMap(titles).toSorted()).toEqual(['0@orders', '1@orders', '2@orders', '3@orders', '4@orders', '5@orders'])

  const acknowledge = shares[0].entries[0]!.links.find(({ relation }) => relation === 'ack')!
  expect((await send(second, acknowledge.uri, { method: 'POST', headers: asAdmin })).status).toBe(202)
  expect(await details(first)).toMatchObject({ status: 'Live', outstandingMessagesCount: 5, readBufferCount: 0 })
})

test('a reload forgets no message in flight', async ({ context }) => {
  const page = await openTab(context)
  await append(page, 'orders', 'Placed')
  await append(page, 'orders', 'Placed')
  await createGroup(page, { messageTimeoutMilliseconds: 600_000 })
  expect(titles(await take(page, 1))).toEqual(['0@orders'])
  await page.reload()
  await openPage(page)
  await startStore(page)
  expect(await details(page)).toMatchObject({ outstandingMessagesCount: 1, readBufferCount: 1, totalItemsProcessed: 1 })
  expect(titles(await take(page, 5))).toEqual(['1@orders'])
})
