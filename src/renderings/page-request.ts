// What a page says of a request that was sent when it was built, for the element that sends it again: the value of `data-request`, as JSON.

import type { Release } from '../base/release/facts.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { ShownParts } from './http-text.ts'
import type { WrittenRequest } from './request.ts'

/** How the store of a page begins. */
export interface PageBeginning {
  readonly scenario?: Scenario | undefined
  readonly release?: Release | undefined
  /** The requests of earlier pages, in their order. */
  readonly before?: readonly WrittenRequest[]
  /** Name under which readers may keep the store on their device, for all pages that name it. */
  readonly store?: string | undefined
}

export interface PageRequestData {
  readonly request: WrittenRequest
  readonly shown: ShownParts
  /** Of the page, with its first request. */
  readonly beginning?: PageBeginning
}
