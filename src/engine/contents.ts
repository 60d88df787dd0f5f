// Opens the content of a store and replaces it: seeds, restores, clears and resets it.

import { OneByOne } from '../base/time/one-by-one.ts'
import type { Environment } from '../base/platform/environment.ts'
import { later } from '../base/platform/later.ts'
import { releaseNotice } from '../base/release/releases.ts'
import type { Settings } from '../base/settings.ts'
import type { Projections } from '../projections/projections.ts'
import type { Storage, WriteTransaction } from '../storage/storage.ts'
import type { Streams } from '../streams/streams.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import type { Users } from '../users/users.ts'
import { createRest } from './at-rest.ts'
import type { ContinuedIds } from './clock/continued-ids.ts'
import { nextGenerationIn } from '../streams/generation.ts'
import type { SendRequest, UpdateProjection } from './queries/files/projection-plan.ts'
import type { BroughtProjection, ProjectionSource } from './queries/files/store-projections.ts'
import type { Scenario, ScenarioDocument } from './scenario/scenario.ts'
import type { Seeded, SeedOptions, SeedParts } from './scenario/seed.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

export interface ContentParts {
  readonly storage: Storage
  readonly streams: Streams
  readonly users: Users
  readonly projections: Projections
  readonly subscriptions: Subscriptions
  readonly environment: Environment
  readonly ids: Pick<ContinuedIds, 'continueIn'>
  readonly settings: Settings
  /** Answers as to an administrator, without waiting until the store is open. */
  readonly send: SendRequest
  /** Projections that the store has from its beginning. */
  readonly projectionFiles: ProjectionSource | undefined
}

interface StartOver {
  /** Removes everything; may put something else in its place. */
  readonly replace: (tx: WriteTransaction) => Promise<void>
  /** Works on the content of a fresh store. */
  readonly after?: (tx: WriteTransaction) => Promise<void>
}

interface AroundStart {
  readonly before?: (tx: WriteTransaction) => Promise<void>
  readonly after?: (tx: WriteTransaction) => Promise<void>
}

// Most pages never ask for these, or not when they start.
const seeding = later(() => import('./scenario/seed.ts'))
const files = later(() => import('./queries/files/store-projections.ts'))
const snapshots = later(async () => ({ ...(await import('./snapshot/snapshot.ts')), ...(await import('./snapshot/text.ts')) }))

export class StoreContents {
  /** Resolves when the storage has the content of a fresh store and projections have started; rejects with the error of every later call. */
  readonly opened: Promise<void>
  readonly #parts: ContentParts
  readonly #seedParts: SeedParts
  readonly #projectionsAtRest: () => Promise<void>
  #firstSeed: Scenario | undefined
  #projectionFiles: ProjectionSource | undefined
  /**
   * Changes of the whole content: the projections of a scenario come behind the transaction with its events, and another change must not
   * find it half there.
   */
  readonly #changes = new OneByOne()

  constructor(parts: ContentParts) {
    const { storage, projections, environment, settings } = parts
    const create: Projections['create'] = async (request) => {
      await this.open()
      return await projections.create(request)
    }
    this.#parts = parts
    this.#seedParts = { storage, projections: { create }, environment, settings }
    this.#projectionsAtRest = createRest(projections.settled)
    this.#projectionFiles = parts.projectionFiles
    this.opened = this.#writeStartStreams()
      .then(() => projections.start())
      .then(() => this.#bringFiles())
    // Every later call reports the error; without a caller yet it must not count as unhandled.
    this.opened.catch(() => undefined)
  }

  /** Resolves when the store can answer. A repeatable run also waits for projections, whose progress would depend on real time. */
  open(): Promise<void> {
    return this.#parts.environment.isRepeatable ? this.opened.then(this.#projectionsAtRest) : this.opened
  }

  async seed(scenario: Scenario | ScenarioDocument, options?: SeedOptions): Promise<Seeded> {
    const { seed, asPrinted } = await seeding()
    // The caller may change its own object later.
    const document = asPrinted(scenario)
    return await this.#changes.run(async () => {
      await this.open()
      const seeded = await seed(this.#seedParts, document, options)
      const notice = releaseNotice((document as Scenario).release, this.#parts.settings.release)
      // eslint-disable-next-line no-console -- everything works, so there is no error to reject with
      if (notice !== undefined) console.warn(`[rillbox] ${notice}`)
      this.#firstSeed ??= document as Scenario
      return seeded
    })
  }

  async snapshot(): Promise<Snapshot> {
    const [{ snapshotIn }] = await Promise.all([snapshots(), this.open()])
    return await this.#parts.storage.read(snapshotIn)
  }

  async restore(snapshot: Snapshot | string): Promise<void> {
    const { readSnapshot, readSnapshotText, restoreIn } = await snapshots()
    const content = readSnapshot(typeof snapshot === 'string' ? readSnapshotText(snapshot) : snapshot)
    await this.#changes.run(async () => {
      await this.opened
      await this.#startOver({ replace: (tx) => restoreIn(tx, content) })
    })
  }

  async clear(): Promise<void> {
    await this.#changes.run(async () => {
      await this.opened
      await this.#startOver({ replace: clearIn })
      await this.#bringFiles()
    })
  }

  /** Replaces the projections that the store has from its beginning. */
  async projectAll(projections: ProjectionSource): Promise<readonly BroughtProjection[]> {
    const { bringProjections, projectionsFrom } = await files()
    const list = projectionsFrom(projections)
    await this.open()
    this.#projectionFiles = list
    return await bringProjections(this.#parts.send, list, { update: this.#updateProjection })
  }

  /** Where the query has changed, the projection begins again: its state is that of the new query. */
  readonly #updateProjection: UpdateProjection = async ({ name, differences, file: { query, emit, track } }) => {
    const resets = differences.includes('query')
    const request = { name, user: administrator, query, emitEnabled: emit, trackEmittedStreams: track, resets }
    const outcome = await this.#parts.projections.setQuery(request)
    return outcome.kind === 'updated' ? undefined : `The projection "${name}" was refused: ${outcome.kind}`
  }

  async #bringFiles(): Promise<void> {
    if (this.#projectionFiles === undefined) return
    const { bringProjections, linesAbout, projectionsFrom } = await files()
    // Read once: files that change later are updates.
    const list = projectionsFrom(this.#projectionFiles)
    this.#projectionFiles = list
    const bring = () => bringProjections(this.#parts.send, list, { patience: 0, update: this.#updateProjection })
    const first = await bring()
    // Another tab may have created the same projections meanwhile.
    const brought = first.some(({ outcome }) => outcome === 'refused') ? await bring() : first
    for (const line of brought.flatMap((each) => [...linesAbout(each)])) this.#parts.environment.hint(line)
  }

  async reset(): Promise<void> {
    await this.#changes.run(() => this.#resetToSeed())
  }

  async #resetToSeed(): Promise<void> {
    await this.open()
    const scenario = this.#firstSeed
    const { seedIn, seedProjections } = await seeding()
    await this.#startOver({
      replace: clearIn,
      ...(scenario && { after: async (tx) => void (await seedIn(tx, scenario, this.#seedParts)) }),
    })
    if (scenario) await seedProjections(this.#seedParts, scenario)
    await this.#bringFiles()
  }

  /** Long polls are answered too: the events that they wait for may never come now. */
  async #startOver({ replace, after }: StartOver): Promise<void> {
    const { projections, streams } = this.#parts
    const before = (tx: WriteTransaction): Promise<void> => nextGenerationIn(tx, () => replace(tx))
    await projections.whileStopped(() => this.#writeStartStreams({ before, ...(after && { after }) }))
    streams.answerPolls()
  }

  /** @param around work before and after the streams of a fresh store are written, in the same transaction. */
  #writeStartStreams({ before, after }: AroundStart = {}): Promise<void> {
    const { storage, streams, users, projections, subscriptions, ids } = this.#parts
    return storage.write(async (tx) => {
      await before?.(tx)
      await ids.continueIn(tx)
      await streams.startIn(tx)
      await users.startIn(tx)
      await projections.startIn(tx)
      await subscriptions.startIn(tx)
      await after?.(tx)
    })
  }
}

const administrator = { name: 'admin', groups: ['$admins'] } as const

const clearIn = async (tx: WriteTransaction): Promise<void> => tx.clear()
