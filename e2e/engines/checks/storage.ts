// Checks of trouble with the database: what a page is told, that nothing acknowledged is lost, and nothing is half written.

import type { Browser, Tab } from '../driver/open.ts'
import { open } from '../driver/open.ts'
import type { Answer, Check, Stage } from './check.ts'
import { append, fits, openStore, same, send, startStore, storeAddress, until } from './check.ts'

/** A page that collects the notices of its store, and the errors that it prints. */
interface Told extends Window {
  readonly told: string[]
}

/** Collects what the page is told from now on. Runs in the page. */
function listenToStore(): void {
  const told: string[] = []
  Object.assign(window, { told })
  const print = console.error.bind(console)
  console.error = (...said: unknown[]) => {
    told.push(said.map(String).join(' '))
    print(...said)
  }
}

/** Starts a store that tells its notices; resolves with the error where it does not start. Runs in the page. */
async function startNoting(baseUrl: string, name: string): Promise<string> {
  while (!('harness' in window)) await new Promise((resolve) => setTimeout(resolve, 10))
  const { told } = window as unknown as Told
  try {
    window.store = await window.harness.rillbox.startStore({
      baseUrl,
      name,
      onNotice: (notice) => void told.push(notice.kind === 'lost' ? String(notice.error) : notice.message),
    })
    return ''
  } catch (error) {
    return String(error)
  }
}

const told = (tab: Tab): Promise<string> => tab.evaluate(() => (window as unknown as Told).told.join('\n'))

/** Waits until the page was told something. */
const untilTold = (tab: Tab, what: RegExp): Promise<number> => until(`"${what.source}"`, async () => what.test(await told(tab)), true)

/** Opens the empty page, listens, and starts a store in it. @returns the error where it does not start, in front. */
async function openListening({ page, pages }: Pick<Stage, 'page' | 'pages'>, name: string): Promise<[error: string, tab: Tab]> {
  const tab = await page(pages)
  await tab.evaluate(listenToStore)
  return [await tab.evaluate(startNoting, storeAddress, name), tab]
}

/** Sends an append and takes any answer; status 0 stands for none. */
const tryAppend = (tab: Tab, stream: string): Promise<Answer> =>
  send(tab, 'POST', `/streams/${stream}`, 'application/vnd.eventstore.events+json', JSON.stringify([event('Placed')])).catch(() => ({
    status: 0,
    body: '',
  }))

const event = (eventType: string) => ({ eventId: crypto.randomUUID(), eventType, data: {} })

const deleteDatabase = (tab: Tab, name: string): Promise<void> =>
  tab.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => reject(new Error('The database could not be deleted.')))
      }),
    name,
  )

/** Opens the database with a newer schema and lets go. */
const upgradeDatabase = (tab: Tab, name: string): Promise<void> =>
  tab.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 1_000_000)
        request.addEventListener('success', () => {
          request.result.close()
          resolve()
        })
        request.addEventListener('error', () => reject(new Error('The database could not be upgraded.')))
      }),
    name,
  )

/** A database that keeps others from upgrading it, as a tab with an older version of the package would that does not make way. */
const holdDatabase = (tab: Tab, name: string): Promise<void> =>
  tab.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 1)
        request.addEventListener('upgradeneeded', () => {
          request.result.createObjectStore('log', { keyPath: ['last', 'nonce'] }).createIndex('streams', 'lastPlaces', { multiEntry: true })
          for (const store of ['heads', 'rows', 'ids', 'dropped']) request.result.createObjectStore(store)
        })
        request.addEventListener('success', () => {
          Object.assign(window, { held: request.result })
          resolve()
        })
        request.addEventListener('error', () => reject(new Error('The database could not be opened.')))
      }),
    name,
  )

/** Fills other data of the site with so many megabytes of noise. */
const fill = (tab: Tab, megabytes: number): Promise<void> =>
  tab.evaluate(
    (megabytes) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('other data', 1)
        request.addEventListener('upgradeneeded', () => request.result.createObjectStore('noise'))
        request.addEventListener('success', () => {
          const tx = request.result.transaction('noise', 'readwrite')
          for (let part = 0; part < megabytes * 16; part++)
            tx.objectStore('noise').put(crypto.getRandomValues(new Uint8Array(65_536)), part)
          tx.addEventListener('complete', () => resolve())
          tx.addEventListener('abort', () => reject(new Error('The other data found no room.')))
          tx.addEventListener('complete', () => request.result.close())
        })
      }),
    megabytes,
  )

interface Flood {
  /** Requests that were answered 201. */
  readonly acknowledged: number
  /** Of the request that was not. */
  readonly status: number
}

/** Appends three events with much noise at a time until the store refuses. */
const flood = (tab: Tab): Promise<Flood> =>
  tab.evaluate(async (base) => {
    // Random, so that no compression makes room for it.
    const noise = () => Array.from(crypto.getRandomValues(new Uint32Array(16_000)), (word) => word.toString(36)).join('')
    for (let acknowledged = 0; acknowledged < 400; acknowledged++) {
      const events = [0, 1, 2].map(() => ({ eventId: crypto.randomUUID(), eventType: 'Noise', data: { noise: noise() } }))
      const response = await fetch(`${base}/streams/noise`, {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.eventstore.events+json' },
        body: JSON.stringify(events),
      })
      if (response.status !== 201) return { acknowledged, status: response.status }
    }
    throw new Error('There was room for everything.')
  }, storeAddress)

/** How many events a stream has, read in a page that has just been loaded. */
async function countAfterReload(tab: Tab, name: string, stream: string): Promise<number> {
  await tab.reload()
  await startStore(tab, name)
  const { status, body } = await send(tab, 'GET', `/streams/${stream}/head/backward/1?embed=body`)
  if (status === 404) return 0
  const { entries } = JSON.parse(body) as { entries: { eventNumber: number }[] }
  return entries.length === 0 ? 0 : entries[0]!.eventNumber + 1
}

/** Runs steps in a browser of its own. */
async function inBrowser<Value>(opening: Promise<Browser>, steps: (browser: Browser) => Promise<Value>): Promise<Value> {
  const browser = await opening
  try {
    return await steps(browser)
  } finally {
    await browser.close()
  }
}

export const storageChecks: readonly Check[] = [
  {
    name: 'No room in the middle of a commit: 500, the console names the reason; all acknowledged events stay, nothing of the refused commit; with room again it goes on',
    not: { webkit: 'its quota cannot be set' },
    run: ({ browser: { engine }, pages }) =>
      inBrowser(open(engine, { room: 20_000_000 }), async (browser) => {
        const [, tab] = await openListening({ page: (url) => browser.page(url), pages }, 'full')
        await fill(tab, 8)
        const { acknowledged, status } = await flood(tab)
        same('the status', status, 500)
        fits('the console', await told(tab), /The browser has no room left for the data of this site; nothing of this write was kept/)
        await deleteDatabase(tab, 'other data')
        same('the events', await countAfterReload(tab, 'full', 'noise'), acknowledged * 3)
        await until('the status with room', async () => (await tryAppend(tab, 'noise')).status, 201)
        same('the events with room', await countAfterReload(tab, 'full', 'noise'), acknowledged * 3 + 1)
        return `${acknowledged * 3} events kept`
      }),
  },
  {
    name: 'Another tab deletes the database: 500, a notice says that the data was deleted; another start gives an empty store',
    async run(stage) {
      const [, tab] = await openListening(stage, 'deleted')
      await append(tab, 'orders', 'Placed')
      const other = await stage.page(stage.pages)
      await deleteDatabase(other, 'deleted')
      await until('the status', async () => (await tryAppend(tab, 'orders')).status, 500)
      fits('the notice', await told(tab), /The data of this store was deleted while the page had it open/)
      same('the second start', await tab.evaluate(startNoting, storeAddress, 'deleted'), '')
      same('the stream', (await send(tab, 'GET', '/streams/orders')).status, 404)
      await append(tab, 'orders', 'Placed')
    },
  },
  {
    name: 'The site clears its data (Clear-Site-Data): the page is told, and another start gives an empty store',
    async run(stage) {
      const [, tab] = await openListening(stage, 'cleared')
      await append(tab, 'orders', 'Placed')
      await stage.page(`${stage.pages}cleared`)
      // WebKit tells a page only when it asks for its data.
      const isTold = async () => {
        await tryAppend(tab, 'orders')
        return /The data of this store was deleted while|The Service Worker of this page is gone/.test(await told(tab))
      }
      await until('being told', isTold, true)
      same('the second start', await tab.evaluate(startNoting, storeAddress, 'cleared'), '')
      same('the stream', (await send(tab, 'GET', '/streams/orders')).status, 404)
      await append(tab, 'orders', 'Placed')
    },
  },
  {
    name: 'The browser deletes the database between two visits: a notice says that the store is empty, and why',
    async run(stage) {
      const tab = await openStore(stage, 'evicted')
      await append(tab, 'orders', 'Placed')
      await tab.evaluate(() => window.store.stop())
      await deleteDatabase(tab, 'evicted')
      const [error, next] = await openListening(stage, 'evicted')
      same('the error of the start', error, '')
      await untilTold(next, /The store is empty: the browser deleted its database since the last visit/)
    },
  },
  {
    name: 'Another tab upgrades the database to a newer schema: 500, a notice says to reload; the start after that says the same',
    async run(stage) {
      const [, tab] = await openListening(stage, 'newer')
      await append(tab, 'orders', 'Placed')
      const other = await stage.page(stage.pages)
      await upgradeDatabase(other, 'newer')
      await until('the status', async () => (await tryAppend(tab, 'orders')).status, 500)
      fits('the notice', await told(tab), /Another tab opened this store with a newer version of the library/)
      const [error] = await openListening(stage, 'newer')
      fits('the error of the start', error, /^StoreError: Another tab opened this store with a newer version/)
    },
  },
  {
    name: 'Another tab holds an older schema: a notice says to close it, and the store goes on when it is closed',
    async run(stage) {
      const holder = await stage.page(stage.pages)
      await holdDatabase(holder, 'held')
      const tab = await stage.page(stage.pages)
      await tab.evaluate(listenToStore)
      await tab.evaluate((base) => void Object.assign(window, { base }), storeAddress)
      const starting = tab.evaluate(startNoting, storeAddress, 'held')
      await untilTold(tab, /another tab seems to have it open with an older version/)
      await holder.close()
      same('the error of the start', await starting, '')
      fits('the notices', await told(tab), /The store waits no longer/)
      await append(tab, 'orders', 'Placed')
    },
  },
  {
    name: 'There is no IndexedDB: the start fails with the reason, and a store in memory works',
    async run(stage) {
      const tab = await stage.page(stage.pages)
      await tab.evaluate(listenToStore)
      await tab.evaluate(() => void Object.defineProperty(window, 'indexedDB', { value: undefined }))
      const error = await tab.evaluate(startNoting, storeAddress, 'none')
      fits('the error', error, /^StoreError: The browser does not let this page use IndexedDB.*memoryStorage\(\)/)
      const last = await tab.evaluate(async () => {
        const { createStore, memoryStorage } = window.harness.rillbox
        const store = createStore({ storage: memoryStorage() })
        await store.append('orders', { type: 'Placed' })
        return (await store.read('orders')).length
      })
      same('the events in memory', last, 1)
    },
  },
  {
    name: 'A private window: a store works, and keeps its data until the window closes',
    run: ({ browser: { engine }, pages }) =>
      inBrowser(open(engine, { isPrivate: true }), async (browser) => {
        const [error, tab] = await openListening({ page: (url) => browser.page(url), pages }, 'private')
        same('the error of the start', error, '')
        await append(tab, 'orders', 'Placed')
        same('the events', await countAfterReload(tab, 'private', 'orders'), 1)
      }),
  },
]
