// The state of the page: the reader's choices and the store's last answers; asks again while the page is visible.

import type { SeenClock, SeenEntry, SeenFaults, SeenProjection, SeenRequest, SeenState, SeenSteps, SeenStream } from './api.ts'
import { routesOf, WorkbenchRefusal } from './api.ts'

/** Events, requests and steps that are shown. */
export const mostShown = 50

/** Milliseconds between two looks. */
const interval = 1500

export class Workbench {
  readonly stores: string[] = []
  store = new URLSearchParams(location.search).get('store') ?? ''
  streams: readonly SeenStream[] = []
  projections: readonly SeenProjection[] = []
  requests: readonly SeenRequest[] = []
  faults: SeenFaults = { offline: false, rules: [] }
  clock: SeenClock | undefined
  showsSystem = false
  stream: string | undefined
  events: readonly SeenEntry[] = []
  projection: string | undefined
  partition = ''
  state: SeenState | undefined
  steps: SeenSteps | undefined
  request: number | undefined
  /** What went wrong last; undefined while all goes well. */
  problem: string | undefined
  readonly #changed: () => void
  #isLooking = false

  /** @param changed called whenever there is something else to show. */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  get #routes() {
    return routesOf(this.store)
  }

  start(): void {
    void this.look()
    setInterval(() => {
      if (document.visibilityState === 'visible') void this.look()
    }, interval)
  }

  /** Reads everything that is shown. */
  async look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    await this.#failing(async () => {
      const { get } = this.#routes
      const [{ stores }, { streams }, { projections }, { requests }, faults, clock] = await Promise.all([
        routesOf('').get<{ stores: readonly { readonly name: string }[] }>('/stores'),
        get<{ streams: readonly SeenStream[] }>('/streams'),
        get<{ projections: readonly SeenProjection[] }>('/projections'),
        get<{ requests: readonly SeenRequest[] }>('/requests'),
        get<SeenFaults>('/faults'),
        get<SeenClock>('/clock'),
      ])
      this.stores.splice(0, this.stores.length, ...stores.map(({ name }) => name))
      Object.assign(this, { streams, projections, requests, faults, clock })
      await this.#lookAtChosen()
    })
    this.#isLooking = false
  }

  async #lookAtChosen(): Promise<void> {
    const { get } = this.#routes
    const found = this.streams.find(({ name }) => name === this.stream)
    if (found?.deleted === 'no') {
      const from = Math.max(0, found.last - mostShown + 1)
      this.events = (await get<{ events: readonly SeenEntry[] }>(`/streams/${encodeURIComponent(found.name)}/events?from=${from}`)).events
    } else this.events = []
    if (!this.projections.some(({ name }) => name === this.projection)) this.projection = undefined
    this.state =
      this.projection === undefined
        ? undefined
        : await get<SeenState>(`/projections/${encodeURIComponent(this.projection)}/state?partition=${encodeURIComponent(this.partition)}`)
  }

  /** Carries a command out, and looks again. */
  async act(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
    await this.#failing(async () => {
      await this.#routes.send(method, path, body)
    })
    if (this.problem === undefined) await this.look()
  }

  choose(chosen: Partial<Pick<Workbench, 'store' | 'stream' | 'projection' | 'partition' | 'request' | 'showsSystem'>>): void {
    if (chosen.store !== undefined) Object.assign(this, { stream: undefined, projection: undefined, request: undefined })
    if (chosen.projection !== undefined) Object.assign(this, { partition: '', steps: undefined })
    Object.assign(this, chosen)
    this.#changed()
    void this.look()
  }

  async runSteps(): Promise<void> {
    const { projection } = this
    if (projection === undefined) return
    await this.#failing(async () => {
      this.steps = await this.#routes.get<SeenSteps>(`/projections/${encodeURIComponent(projection)}/steps?limit=${mostShown}`)
    })
  }

  async #failing(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.problem = undefined
    } catch (error) {
      this.problem = error instanceof WorkbenchRefusal ? error.message : 'The server does not answer.'
    }
    this.#changed()
  }
}
