// The draft of a session with its fault: the reader's own from an earlier visit, or the first one of the scenario.

import { signal } from '@preact/signals-core'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import type { Draft, DraftFault } from './draft.ts'
import { draftIn, firstDraft } from './draft.ts'
import type { SavedDrafts } from './saved-drafts.ts'

export interface DraftingOptions {
  /** The draft to begin with, in place of the scenario's first projection. */
  readonly draft?: () => Draft | undefined | Promise<Draft | undefined>
  /** Tells the reader's drafts from those of other sessions of the page. Default: the scenario's title. */
  readonly name?: string
}

export class Drafting {
  readonly #options: DraftingOptions
  readonly #draft = signal(firstDraft)
  readonly #fault = signal<DraftFault | undefined>(undefined)
  readonly #isRestored = signal(false)
  /** The draft to begin with. */
  first = firstDraft
  #saved: SavedDrafts | undefined
  /** Whether changes are kept for the next visit. */
  isKept = true

  constructor(options: DraftingOptions) {
    this.#options = options
  }

  get draft(): Draft {
    return this.#draft.value
  }

  get fault(): DraftFault | undefined {
    return this.#fault.value
  }

  /** Whether the draft is the reader's own, from an earlier visit. */
  get isRestored(): boolean {
    return this.#isRestored.value
  }

  /** Presents the first draft of a scenario. @returns the draft that the page or the scenario gives, if one does. */
  async startOver(scenario: Scenario | undefined): Promise<Draft | undefined> {
    const given = await this.#find(scenario)
    this.#set(this.first)
    return given
  }

  /** Presents the reader's own draft of a scenario, or else the first one. @returns the one that page or scenario give. */
  async begin(scenario: Scenario | undefined): Promise<Draft | undefined> {
    const given = await this.#find(scenario)
    const saved = this.#saved?.read()
    this.#isRestored.value = saved !== undefined
    if (saved ?? given) this.#set(saved ?? this.first)
    return given
  }

  edit(change: Partial<Draft>): void {
    this.#isRestored.value = false
    this.#set(change)
  }

  /** Sets the fault; undefined clears it. */
  blame(fault: DraftFault | undefined): void {
    this.#fault.value = fault
  }

  async #find(scenario: Scenario | undefined): Promise<Draft | undefined> {
    const { draft, name = scenario?.title } = this.#options
    const given = (await draft?.()) ?? draftIn(scenario)
    this.first = given ?? firstDraft
    const { SavedDrafts, pageStorage } = await import('./saved-drafts.ts')
    this.#saved = new SavedDrafts(pageStorage(), [globalThis.location?.pathname, name], this.first)
    return given
  }

  #set(change: Partial<Draft>): void {
    this.#draft.value = { ...this.#draft.peek(), ...change }
    if (this.isKept) this.#saved?.write(this.#draft.peek())
    if (change.query !== undefined) this.blame(undefined)
  }
}
