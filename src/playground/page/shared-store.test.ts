import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStore } from '../../engine/store.ts'
import type { Store } from '../../engine/store.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import type { PrintedAnswer } from '../../renderings/http-text.ts'
import type { PageBeginning } from '../../renderings/page-request.ts'
import { keptProgress } from './page-requests.ts'
import type { PlacedRequest } from './shared-store.ts'
import { SharedStore } from './shared-store.ts'

type Shown = PlacedRequest & { answer: PrintedAnswer | undefined }

const append = (stream: string): Shown => {
  const headers = [
    ['Content-Type', 'application/json'],
    ['ES-EventType', 'A'],
    ['ES-EventId', crypto.randomUUID()],
  ] as const
  return placed({ method: 'POST', path: `/streams/${stream}`, headers, body: '{}' })
}
const placed = (request: PlacedRequest['request']): Shown => {
  const shown: Shown = { request, answer: undefined, show: (answer) => (shown.answer = answer) }
  return shown
}
const locationOf = ({ answer }: Shown): string | undefined => answer?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]

/** What a browser keeps between pages. */
let device: { readonly texts: Map<string, string>; readonly databases: Map<string, Storage> }
let open: Store[]
beforeEach(() => {
  device = { texts: new Map(), databases: new Map() }
  open = []
})
afterEach(async () => void (await Promise.all(open.map((store) => store.close()))))

function pageOf(requests: readonly PlacedRequest[], beginning: PageBeginning = {}) {
  const { texts, databases } = device
  const lent: Store[] = []
  const store = new SharedStore({
    beginning,
    requests: () => requests,
    open: (release, kept) => {
      const storage = kept === undefined ? memoryStorage() : (databases.get(kept) ?? memoryStorage())
      if (kept !== undefined) databases.set(kept, { ...storage, close: () => Promise.resolve() })
      const opened = createStore({
        baseUrl: 'http://localhost:2113',
        release,
        queries: 'in-process',
        storage: kept === undefined ? storage : databases.get(kept)!,
      })
      open.push(opened)
      return Promise.resolve(opened)
    },
    forget: (name) => Promise.resolve(void databases.delete(name)),
    progress: keptProgress({
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, value) => void texts.set(key, value),
      removeItem: (key) => void texts.delete(key),
    }),
    lend: (each) => Promise.resolve(void lent.push(each)),
  })
  return { store, lent }
}

describe('the requests of a page', () => {
  test('are sent in their order: those before first, each once', async () => {
    const requests = [append('a'), append('a'), append('a')] as const
    const { store } = pageOf(requests)
    expect(await store.send(requests[1])).toMatchObject({ others: 1, answer: { status: 201 } })
    expect(requests.map(locationOf)).toEqual(['http://localhost:2113/streams/a/0', 'http://localhost:2113/streams/a/1', undefined])
    expect(await store.send(requests[2])).toMatchObject({ others: 0 })
    // Its event is known by its id.
    expect(await store.send(requests[0])).toMatchObject({ others: 0, answer: { status: 201 } })
    expect(locationOf(requests[2])).toBe('http://localhost:2113/streams/a/2')
  })

  test('wait for one another', async () => {
    const requests = [append('a'), append('a')] as const
    const { store } = pageOf(requests)
    const [second, first] = await Promise.all([store.send(requests[1]), store.send(requests[0])])
    expect([second.others, first.others]).toEqual([1, 0])
  })

  test('find the scenario and the events of earlier pages, also after a reset', async () => {
    const request = append('a')
    const scenario = { version: 1, events: [{ stream: 'a', type: 'A' }] } as const
    const { store, lent } = pageOf([request], {
      scenario,
      before: [append('a').request, { method: 'GET', path: '/streams/a', headers: [], body: '' }],
    })
    expect(await store.send(request)).toMatchObject({ others: 1 })
    expect(locationOf(request)).toBe('http://localhost:2113/streams/a/2')
    await store.reset()
    expect(request.answer).toBeUndefined()
    await store.send(request)
    expect(locationOf(request)).toBe('http://localhost:2113/streams/a/2')
    expect(lent).toHaveLength(2)
  })

  test('that is one no platform sends is an error, and the next one is sent', async () => {
    const requests = [append('a'), placed({ method: 'TRACE', path: '/ping', headers: [], body: '' })] as const
    const { store } = pageOf(requests)
    await expect(store.send(requests[1])).rejects.toThrow('TRACE')
    expect(await store.send(requests[0])).toMatchObject({ answer: { status: 201 } })
  })
})

describe('with the consent of the reader', () => {
  const beginning = { store: 'lesson' }

  test('the store goes on with the next page, and nothing is sent twice', async () => {
    const first = append('a')
    const { store, lent } = pageOf([first], beginning)
    await store.send(first)
    expect([store.isKept, device.texts.size, device.databases.size]).toEqual([false, 0, 0])
    await store.keep(true)
    expect(lent).toHaveLength(2)
    await store.close()
    const second = append('a')
    const next = pageOf([second], { ...beginning, before: [first.request] })
    expect(await next.store.send(second)).toMatchObject({ others: 0 })
    expect(next.store.isKept).toBe(true)
    expect(locationOf(second)).toBe('http://localhost:2113/streams/a/1')
    await next.store.reset()
    await next.store.send(second)
    expect(locationOf(second)).toBe('http://localhost:2113/streams/a/1')
  })

  test('withdrawn, nothing stays on the device, and the page has its events', async () => {
    const requests = [append('a'), append('a')] as const
    const { store } = pageOf(requests, beginning)
    await store.send(requests[0])
    await store.keep(true)
    await store.keep(false)
    expect([store.isKept, device.texts.size, device.databases.size]).toEqual([false, 0, 0])
    await store.send(requests[1])
    expect(locationOf(requests[1])).toBe('http://localhost:2113/streams/a/1')
  })

  test('never given, the next page sends again what comes before it', async () => {
    const [first, second] = [append('a'), append('a')]
    const { store } = pageOf([first], beginning)
    await store.send(first)
    await store.close()
    const next = pageOf([second], { ...beginning, before: [first.request] })
    expect(await next.store.send(second)).toMatchObject({ others: 1 })
    expect(locationOf(second)).toBe('http://localhost:2113/streams/a/1')
  })
})

test('what local storage holds may be anything', () => {
  const progress = (text: string | null) => keptProgress({ getItem: () => text, setItem: () => undefined, removeItem: () => undefined })
  expect(progress(null).read('a')).toBeUndefined()
  expect(progress('{').read('a')).toEqual([])
  expect(progress('[1,"x",null,2]').read('a')).toEqual([1, 2])
  expect(keptProgress(undefined).read('a')).toBeUndefined()
})
