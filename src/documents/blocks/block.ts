// The shapes of a document's executable blocks: a query with its events and expectations, or a request with its expected answer.

import type { Release } from '../../base/release/facts.ts'
import type { ScenarioEvent } from '../../engine/scenario/scenario.ts'
import type { WrittenRequest } from '../../renderings/request.ts'

/** A fenced block of code as it stands in a document. */
export interface Fence {
  /** Line of the opening fence, from 1. */
  readonly line: number
  /** What stands behind the opening fence. */
  readonly info: string
  /** Without the indentation of lists and quotes around it. */
  readonly code: string
  /** Its closing fence is missing, or HTML around it makes text of it. */
  readonly flaw?: 'unended' | 'in-html'
}

/** What is wrong, and the line of the document that says it. */
export interface BlockProblem {
  /** From 1. */
  readonly line: number
  readonly message: string
}

export type DocumentBlock = QueryBlock | RequestBlock

interface CommonBlock {
  /** Of the opening fence, from 1. */
  readonly line: number
  readonly code: string
}

/** A text and the line on which it begins. */
export interface PlacedText {
  readonly text: string
  readonly line: number
}

export interface QueryBlock extends CommonBlock {
  readonly kind: 'query'
  readonly options: QueryBlockOptions
  /** Undefined where the block has none of its own. */
  readonly events: readonly ScenarioEvent[] | undefined
  /** Undefined where a file or the scenario has it. */
  readonly query: PlacedText | undefined
  /** Undefined for a block that expects nothing. */
  readonly expected: ExpectedSection | undefined
}

/** The options that the info string of a query's block takes. */
export interface QueryBlockOptions {
  readonly id?: string
  /** Path of a scenario, relative to the document. */
  readonly scenario?: string
  /** Path of a query, relative to the document. */
  readonly query?: string
  /** Name of the scenario's projection. Default: the first one. */
  readonly projection?: string
  readonly release?: Release
  readonly engine?: 1 | 2
  /** The partition whose state is shown, and expected where an expectation names none. */
  readonly partition?: string
  /** A part of the reason with which the query has to fault. */
  readonly faults?: string
  // Attributes of the playground that takes the block over.
  readonly title?: string
  readonly hide?: string
  readonly panel?: string
  readonly height?: string
  readonly loading?: 'lazy' | 'click' | 'eager'
}

/** What stands below `expect:`. */
export interface ExpectedSection {
  /** Of the word `expect:`, from 1. */
  readonly line: number
  readonly entries: readonly ExpectedEntry[]
}

/** One expectation, with its lines: the first, and how many. */
export type ExpectedEntry = { readonly line: number; readonly lines: number } & (
  | {
      readonly kind: 'state' | 'result'
      /** Undefined: that of the block. */ readonly partition: string | undefined
      readonly value: unknown
    }
  | { readonly kind: 'emitted'; readonly stream: string; readonly type: string; readonly data: unknown }
  /** Instead of any `emitted`. */
  | { readonly kind: 'nothing-emitted' }
)

export interface RequestBlock extends CommonBlock {
  readonly kind: 'request'
  readonly options: RequestBlockOptions
  readonly request: WrittenRequest
  /** Undefined where the block says none: then any answer will do that is no error of the server. */
  readonly answer: ExpectedAnswer | undefined
}

/** The options of a request's block. All but the id are of the page: its first request has them. */
export interface RequestBlockOptions {
  readonly id?: string
  /** Path of a scenario that the store of the page begins with, relative to the document. */
  readonly scenario?: string
  readonly release?: Release
  /** Path of the page whose store this one goes on with, relative to the document. */
  readonly after?: string
  /** Name under which readers may keep the store on their device, for all pages that name it. */
  readonly store?: string
}

/** Those of the page. */
export const pageOptions = ['scenario', 'release', 'after', 'store'] as const satisfies readonly (keyof RequestBlockOptions)[]

export interface ExpectedAnswer {
  /** Of the status line, from 1. */
  readonly line: number
  readonly status: number
  readonly headers: readonly { readonly name: string; readonly value: string; readonly line: number }[]
  /** Empty: not looked at. */
  readonly body: PlacedText
}
