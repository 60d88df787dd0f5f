// A store of `rillbox serve --control` as panels know one: its picture, log, faults and clock over the control routes, requests as any client's.

import { StoreError } from '../../base/errors.ts'
import type { Release } from '../../base/release/facts.ts'
import type { DryRun, ProjectionChange } from '../../engine/observe/dry-run.ts'
import type { Explanation } from '../../engine/observe/explain.ts'
import type { TraceOptions, TracePart } from '../../engine/observe/trace.ts'
import type { PictureChoice, StorePicture } from '../../engine/inspect/inspection.ts'
import type { QueryProblem } from '../../engine/observe/query-problem.ts'
import type { Seeded } from '../../engine/scenario/seed.ts'
import { createShortcuts } from '../../engine/shortcuts.ts'
import type { Snapshot } from '../../engine/snapshot/snapshot.ts'
import { readSnapshotText } from '../../engine/snapshot/text.ts'
import type { Store } from '../../engine/store.ts'
import { ControlClient, queryOf, reached, RefusedControl } from './control-client.ts'
import { RemoteChanges } from './remote-changes.ts'
import { RemoteClock } from './remote-clock.ts'
import { RemoteFaults } from './remote-faults.ts'
import { RemoteRequests } from './remote-requests.ts'

/** @param control address of the store's control routes. @throws StoreError `storage-closed` where no store answers. */
export async function openRemoteStore(control: string): Promise<RemoteStore> {
  const client = new ControlClient(control)
  const { url, release } = await client.get<{ readonly url: string; readonly release: Release }>('/')
  return new RemoteStore(client, { url, release })
}

/** Milliseconds that one question may wait for projections. */
const longestWait = 60_000

const notFromAfar = (what: string): never => {
  throw new StoreError('platform-unsupported', `${what} is not possible from afar.`, {
    hint: 'Do it in the process that serves the store.',
  })
}

export class RemoteStore implements Store {
  readonly baseUrl: string
  readonly release: Release
  readonly requests: RemoteRequests
  readonly faults: RemoteFaults
  readonly clock: RemoteClock
  /** News of the store, and whether its server answers. */
  readonly changes: RemoteChanges
  readonly append: Store['append']
  readonly read: Store['read']
  readonly project: Store['project']
  readonly state: Store['state']
  readonly #control: ControlClient

  constructor(control: ControlClient, { url, release }: { readonly url: string; readonly release: Release }) {
    this.#control = control
    this.baseUrl = url
    this.release = release
    this.requests = new RemoteRequests(control)
    this.faults = new RemoteFaults(control)
    this.clock = new RemoteClock(control)
    this.changes = new RemoteChanges(`${control.address}/changes`)
    this.changes.listen(({ kind }) => void this.#follow(kind).catch(() => undefined))
    const shortcuts = createShortcuts({
      fetch: (request) => this.fetch(new Request(url + request.url.slice(new URL(request.url).origin.length), request)),
      basePath: '',
      open: () => this.ready(),
      uuid: () => crypto.randomUUID(),
      fault: (projection) => this.fault(projection),
    })
    this.append = shortcuts.append
    this.read = shortcuts.read
    this.project = shortcuts.project
    this.state = shortcuts.state
  }

  /** Who shows requests shows faults and the clock, too: the log comes last, and tells. */
  async #follow(kind: string): Promise<void> {
    if (kind === 'lost' || kind === 'content' || kind === 'self-feeding') return
    await Promise.all([this.faults.refresh(), kind === 'requests' ? undefined : this.clock.refresh()])
    await this.requests.refresh(kind === 'reached')
  }

  fetch(request: Request): Promise<Response> {
    return reached(fetch(request), request.signal)
  }

  /** Reads only. */
  async direct(request: Request): Promise<Response> {
    if (request.method !== 'GET') return notFromAfar('A change past the request log')
    const path = request.url.startsWith(this.baseUrl) ? request.url.slice(this.baseUrl.length) : new URL(request.url).pathname
    const headers = { Accept: request.headers.get('Accept') ?? '*/*' }
    return await reached(fetch(`${this.#control.address}/direct${queryOf({ path })}`, { headers }))
  }

  ready(): Promise<void> {
    return Promise.resolve()
  }

  async settled({ failOnFault = false, signal }: Parameters<Store['settled']>[0] = {}): Promise<void> {
    for (;;) {
      try {
        await this.#control.ask('GET', `/settled${queryOf({ failOnFault, timeout: longestWait })}`, signal && { signal })
        return
      } catch (error) {
        if (!(error instanceof RefusedControl && error.status === 408)) throw error
      }
    }
  }

  async unsettled(): Promise<readonly string[]> {
    try {
      await this.#control.ask('GET', '/settled?timeout=0')
      return []
    } catch (error) {
      if (error instanceof RefusedControl && error.status === 408) return error.problem.projections ?? []
      throw error
    }
  }

  inspect({ projection, partition, states, writersOf }: PictureChoice = {}): Promise<StorePicture> {
    return this.#control.get(`/picture${queryOf({ projection, partition, states, writersOf })}`)
  }

  async hasGrown(since: number): Promise<boolean> {
    return (await this.#control.get<{ readonly hasGrown: boolean }>(`/picture${queryOf({ since })}`)).hasGrown
  }

  async streams(): Promise<StorePicture['streams']> {
    return (await this.inspect()).streams
  }

  async partitions(projection: string): Promise<readonly string[]> {
    const { shown } = await this.inspect({ projection })
    return shown?.name === projection ? shown.partitions : []
  }

  async fault(projection: string): Promise<QueryProblem | undefined> {
    return (await this.inspect()).projections.find(({ name }) => name === projection)?.fault
  }

  async removedStreams(projection: string, flags: Parameters<Store['removedStreams']>[1]): ReturnType<Store['removedStreams']> {
    const path = `/projections/${encodeURIComponent(projection)}/removed-streams${queryOf({ ...flags })}`
    return (await this.#control.get<{ readonly streams: Awaited<ReturnType<Store['removedStreams']>> }>(path)).streams
  }

  async check(query: string): Promise<QueryProblem | undefined> {
    type Found = QueryProblem & { readonly code: string }
    const { diagnostics } = await this.#control.send<{ readonly diagnostics: readonly Found[] }>('POST', '/check', { query })
    const syntax = diagnostics.find(({ code }) => code === 'syntax')
    return syntax && { message: syntax.message, line: syntax.line!, column: syntax.column! }
  }

  trace(
    query: string,
    { signal, executionTimeout: _timeout, times: _times, ...options }: TraceOptions = {},
  ): AsyncGenerator<TracePart, void> {
    return this.#control.messages<TracePart>('/trace', { query, ...options }, signal)
  }

  explain(projection: string): Promise<Explanation> {
    return this.#control.get(`/projections/${encodeURIComponent(projection)}/explanation`)
  }

  dryRun(projection: string, change: ProjectionChange): Promise<DryRun> {
    return this.#control.send('POST', `/projections/${encodeURIComponent(projection)}/dry-run`, change)
  }

  seed(scenario: Parameters<Store['seed']>[0], { onlyFresh = false }: Parameters<Store['seed']>[1] = {}): Promise<Seeded> {
    return this.#control.send('POST', `/seed${queryOf({ onlyFresh })}`, scenario)
  }

  snapshot(): Promise<Snapshot> {
    return this.#control.get('/snapshot')
  }

  async restore(snapshot: Snapshot | string): Promise<void> {
    await this.#control.send('POST', '/restore', typeof snapshot === 'string' ? readSnapshotText(snapshot) : snapshot)
  }

  async clear(): Promise<void> {
    await this.#control.send('POST', '/clear')
  }

  async reset(): Promise<void> {
    await this.#control.send('POST', '/reset')
  }

  onChange(listener: () => void): () => void {
    return this.changes.listen(({ kind }) => (kind === 'content' || kind === 'reached') && listener())
  }

  onSelfFeeding(listener: (projection: string) => void): () => void {
    return this.changes.listen((change) => change.kind === 'self-feeding' && listener(change.projection))
  }

  /** The server is then gone, which `changes` tells. */
  onShutdown(): () => void {
    return () => undefined
  }

  projectAll(): Promise<never> {
    return notFromAfar('Bringing a list of projections')
  }

  subscribe(): never {
    return notFromAfar('A subscription')
  }

  listen(): Promise<never> {
    return notFromAfar('A port of its own')
  }

  close(): Promise<void> {
    this.changes.close()
    return Promise.resolve()
  }
}
