// The one store of a page: the requests of its blocks go to it, in their order.

import type { Release } from '../../base/release/facts.ts'
import type { Scenario, ScenarioEvent } from '../../engine/scenario/scenario.ts'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import type { PrintedAnswer } from '../../renderings/http-text.ts'
import type { WrittenRequest } from '../../renderings/request.ts'
import { fetchable, sentAs } from '../../renderings/request.ts'
import { userEvents } from './user-events.ts'

/** Not even sent: `fetch` takes no such request. */
export interface UnsendableRequest {
  readonly unsendable: string
}

/** As of a server on this machine, so that links in answers look familiar. */
export const address = 'http://localhost:2113'

/** Its queries run on this thread: a thread of their own would take longer to start than most blocks take. */
const openStore = (release: Release | undefined): Store => createStore({ baseUrl: address, release, queries: 'in-process' })

/** The store is created with the first request. */
export class DocumentStore {
  #store: Store | undefined

  /** @param beginning the content of a fresh store; nobody asked before. */
  async begin(beginning: Scenario | undefined, release: Release | undefined): Promise<Store> {
    this.#store ??= openStore(release ?? beginning?.release)
    if (beginning) await this.#store.seed(beginning)
    await this.#store.settled()
    return this.#store
  }

  /** Sends a request as an administrator, unless it says who it is of; projections have settled when this resolves. */
  async send(given: WrittenRequest): Promise<PrintedAnswer | UnsendableRequest> {
    this.#store ??= openStore(undefined)
    const request = requestOf(given)
    if ('unsendable' in request) return request
    const response = await this.#store.fetch(request)
    const answer = { status: response.status, reason: response.statusText, headers: [...response.headers], body: await response.text() }
    await this.#store.settled()
    return answer
  }

  /** None before the first request. */
  async events(): Promise<readonly ScenarioEvent[]> {
    return this.#store ? await userEvents(this.#store) : []
  }

  async close(): Promise<void> {
    await this.#store?.close()
  }
}

function requestOf(given: WrittenRequest): Request | UnsendableRequest {
  try {
    return fetchable(sentAs(given, address))
  } catch (error) {
    return { unsendable: `The request cannot be sent: ${(error as Error).message.replace(/\.$/, '')}.` }
  }
}
