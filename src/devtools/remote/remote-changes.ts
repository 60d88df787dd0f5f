// Hears from a served store that it has changed, and whether its server still answers.

/** As the control route tells it. */
export type RemoteChange =
  | { readonly kind: 'content' | 'requests' | 'control' }
  | { readonly kind: 'self-feeding'; readonly projection: string }
  /** The server answers again, or for the first time: anything may have changed. */
  | { readonly kind: 'reached' }
  | { readonly kind: 'lost' }

/** Milliseconds until the next try where the browser makes none: after an answer that is no stream. */
const untilNextTry = 2000

export class RemoteChanges {
  readonly #address: string
  readonly #listeners = new Set<(change: RemoteChange) => void>()
  #source: EventSource | undefined
  #isClosed = false

  /** @param address of the route. */
  constructor(address: string) {
    this.#address = address
    this.#connect()
  }

  /** @returns a function that stops the calls. */
  listen(listener: (change: RemoteChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#isClosed = true
    this.#source?.close()
  }

  #connect(): void {
    if (this.#isClosed) return
    const source = new EventSource(this.#address)
    this.#source = source
    source.addEventListener('open', () => this.#tell({ kind: 'reached' }))
    source.addEventListener('message', ({ data }: MessageEvent<string>) => this.#tell(JSON.parse(data) as RemoteChange))
    source.addEventListener('error', () => {
      this.#tell({ kind: 'lost' })
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.#connect(), untilNextTry)
    })
  }

  #tell(change: RemoteChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
