// Gives the requests of a page their common store, and renders what has become of each.

import type { Store } from '../../engine/store.ts'
import type { PageBeginning, PageRequestData } from '../../renderings/page-request.ts'
import type { PlaygroundElement } from '../elements.ts'
import { loadEngine } from '../model/store/load-engine.ts'
import { pageStorage } from '../model/draft/saved-drafts.ts'
import { troubleOf } from '../model/trouble.ts'
import { speakLanguageAt } from '../strings/languages.ts'
import { lendTo } from './lent-store.ts'
import { SharedStore } from './shared-store.ts'
import type { RillboxRequest } from './request-element.ts'
import { SentRequestView } from './sent-request-view.ts'
import type { PageStorage } from '../kit/kept.ts'
import { keep, recall } from '../kit/kept.ts'
import type { KeptProgress } from './shared-store.ts'

const requestTag = 'rillbox-request'
const lent = 'rillbox-playground[data-page-store]'

/** A page with its store. A list of articles has several. */
interface PageOfRequests {
  readonly store: SharedStore
  readonly views: Map<RillboxRequest, SentRequestView>
}

/** By the first request of the page. */
const pages = new WeakMap<RillboxRequest, PageOfRequests>()

/** Called with the first click on a request of a page. */
export async function sendFirst(element: RillboxRequest): Promise<void> {
  await speakLanguageAt(element)
  const { requests } = blocksAround(element)
  const first = requests[0]!
  const page = pages.get(first) ?? openPage(first)
  pages.set(first, page)
  for (const each of requests) viewIn(page, each)
  await viewIn(page, element).send()
}

function openPage(first: RillboxRequest): PageOfRequests {
  const views = new Map<RillboxRequest, SentRequestView>()
  const store = new SharedStore({
    beginning: dataOf(first).beginning ?? {},
    requests: () => blocksAround(first).requests.map((each) => viewIn(page, each)),
    open: (release, kept) => openStore(release, kept, (error) => tell(views, error)),
    forget: async (name) => await (await import('../../engine/options/kept-storage.ts')).removeDatabase(databaseOf(name)),
    progress: keptProgress(pageStorage()),
    lend: (lentStore) => lendTo(blocksAround(first).playgrounds, lentStore),
  })
  const page: PageOfRequests = { store, views }
  first.left = () => {
    // A moved element is back before the next task.
    setTimeout(() => {
      if (first.isConnected) return
      pages.delete(first)
      void store.close()
    })
  }
  return page
}

const databaseOf = (name: string): string => `rillbox.kept.${name}`

async function openStore(release: PageBeginning['release'], kept: string | undefined, report: (error: unknown) => void): Promise<Store> {
  const [create, storage] = await Promise.all([
    loadEngine(),
    kept === undefined ? undefined : import('../../engine/options/kept-storage.ts'),
  ])
  return create(report, release, kept === undefined ? undefined : storage?.indexedDbStorage({ name: databaseOf(kept) }))
}

const tell = (views: PageOfRequests['views'], error: unknown): void => [...views.values()][0]?.tell(troubleOf(error))

function viewIn({ store, views }: PageOfRequests, element: RillboxRequest): SentRequestView {
  const view = views.get(element) ?? new SentRequestView(element, store, dataOf(element))
  views.set(element, view)
  return view
}

const dataOf = (element: RillboxRequest): PageRequestData => JSON.parse(element.dataset['request']!) as PageRequestData

/** What shares the store with a request: everything up to the next request that has a beginning of its own. */
function blocksAround(element: RillboxRequest): { readonly requests: RillboxRequest[]; readonly playgrounds: PlaygroundElement[] } {
  const root = element.getRootNode() as Document | ShadowRoot
  const all = [...root.querySelectorAll<RillboxRequest | PlaygroundElement>(`${requestTag}, ${lent}`)]
  const begins = (each: HTMLElement): boolean => each.localName === requestTag && dataOf(each as RillboxRequest).beginning !== undefined
  const at = all.indexOf(element)
  const from = all.findLastIndex((each, index) => index <= at && begins(each))
  const next = all.findIndex((each, index) => index > at && begins(each))
  const blocks = all.slice(Math.max(from, 0), next < 0 ? undefined : next)
  return {
    requests: blocks.filter((each): each is RillboxRequest => each.localName === requestTag),
    playgrounds: blocks.filter((each): each is PlaygroundElement => each.localName !== requestTag),
  }
}

const prefix = 'rillbox.kept.'

/**
 * Remembers in the browser which stores a reader keeps, and which of their requests were sent.
 *
 * @param storage undefined if the browser has none for this page: then nothing is kept.
 */
export const keptProgress = (storage: PageStorage | undefined): KeptProgress => ({
  read(name) {
    if (storage?.getItem(prefix + name) == null) return undefined
    const sent = recall(() => storage, prefix + name)
    return Array.isArray(sent) ? sent.filter((place) => Number.isInteger(place)) : []
  },
  write: (name, sent) => keep(() => storage, prefix + name, sent),
})
