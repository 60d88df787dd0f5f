// Fills a store with the content of a scenario: users, metadata and events in one transaction, then the projections.

import type { Environment } from '../../base/platform/environment.ts'
import { StoreError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import type { Mode } from '../../projections/model/definition/definition.ts'
import type { Projections } from '../../projections/projections.ts'
import { projectionRows, registrationRows } from '../../projections/model/tables.ts'
import type { ReadTransaction, Storage, WriteTransaction } from '../../storage/storage.ts'
import { table } from '../../storage/storage.ts'
import { createStreams } from '../../streams/streams.ts'
import { metadataType, metastreamOf } from '../../streams/system.ts'
import { createUsers } from '../../users/users.ts'
import { seedEventOf } from './event-lines.ts'
import type { Scenario, ScenarioEvent, ScenarioMode, ScenarioProjection, ScenarioUser } from './scenario.ts'
import { queryOf } from './scenario.ts'
import type { Problem } from './problems.ts'
import { scenarioProblems } from './problems.ts'
import { homelessQueries } from './query-files.ts'
import type { SeedEvent } from './seed-events.ts'
import { seedEventsIn } from './seed-events.ts'
import { printProblems } from '../shape.ts'

export interface SeedOptions {
  /** Does nothing to a store that was seeded before or holds a user's stream. Default: false. */
  readonly onlyFresh?: boolean
  /**
   * Aborted before users, metadata and events are written, it leaves the store unchanged, and `seed` rejects with its reason; from then on
   * it has no effect. Default: none.
   */
  readonly signal?: AbortSignal
}

export type Seeded =
  /** `known` events were there already, by their ids. */
  { readonly kind: 'seeded'; readonly appended: number; readonly known: number } | { readonly kind: 'not-fresh' }

export interface SeedParts {
  readonly storage: Storage
  readonly projections: Pick<Projections, 'create'>
  readonly environment: Environment
  readonly settings: Settings
}

/**
 * What a file of the document would hold: the text of a date, and no member that is undefined, as `append` has them too.
 *
 * @throws StoreError `invalid-scenario` if JSON cannot express it.
 */
export function asPrinted(document: unknown): unknown {
  try {
    const text = JSON.stringify(document) as string | undefined
    return text === undefined ? undefined : JSON.parse(text)
  } catch (error) {
    throw invalid([{ path: '', message: `expected what JSON can express (${(error as Error).message.split('\n')[0]!})` }])
  }
}

/**
 * Seeds a store that is open.
 *
 * @param document a `Scenario`; checked as if it came from anywhere.
 * @throws StoreError `invalid-scenario` if the document is invalid or conflicts with the store; nothing is written then.
 */
export async function seed(parts: SeedParts, document: unknown, { onlyFresh = false, signal }: SeedOptions = {}): Promise<Seeded> {
  const problems = scenarioProblems(document)
  if (problems.length > 0) throw invalid(problems)
  const homeless = homelessQueries(document)
  if (homeless.length > 0) throw invalid(homeless)
  const scenario = document as Scenario
  const seeded = await parts.storage.write(async (tx): Promise<Seeded> => {
    if (!onlyFresh || (await isFresh(tx))) {
      const written = await seedIn(tx, scenario, parts)
      signal?.throwIfAborted()
      return written
    }
    // The page that seeded the store may have been left before its projections were there, or another tab is at it.
    return (await tx.row(seedRows, '')) === 'unfinished'
      ? { kind: 'seeded', appended: 0, known: scenario.events?.length ?? 0 }
      : { kind: 'not-fresh' }
  })
  if (seeded.kind === 'seeded') await seedProjections(parts, scenario, onlyFresh)
  return seeded
}

/**
 * Creates the projections, after the transaction of `seedIn`: their queries are read outside of transactions.
 *
 * @param mayBeThere whether another tab may be at the same seed.
 */
export async function seedProjections(
  { storage, projections }: Pick<SeedParts, 'storage' | 'projections'>,
  scenario: Scenario,
  mayBeThere = false,
): Promise<void> {
  if (!scenario.projections?.length) return
  for (const projection of scenario.projections) await create(projections, projection, mayBeThere)
  await storage.write(async (tx) => {
    // The store may have been cleared meanwhile.
    if ((await tx.row(seedRows, '')) === 'unfinished') tx.putRow(seedRows, '', true)
  })
}

/** Has one row if a scenario was seeded; `unfinished` until it has its projections. */
const seedRows = table<true | 'unfinished'>('seeded')

/** Whether the store holds no user's stream and no scenario. */
export async function isFresh(tx: ReadTransaction): Promise<boolean> {
  const heads = await Promise.all([tx.heads(undefined, 1), tx.heads(behindSystemStreams, 1), tx.row(seedRows, '')])
  const [[first], [next], seeded] = heads
  return !seeded && !next && (first === undefined || first.stream.startsWith('$'))
}

/** Names of system streams sort before this text, names of users' streams behind it. */
const behindSystemStreams = '$\uffff\uffff'

/**
 * Writes users, metadata and events.
 *
 * @param scenario one that `scenarioProblems` finds nothing wrong with.
 * @throws StoreError `invalid-scenario` if the store cannot take it.
 */
export async function seedIn(
  tx: WriteTransaction,
  scenario: Scenario,
  { environment, settings }: Pick<SeedParts, 'environment' | 'settings'>,
): Promise<Seeded> {
  const begin = scenario.clock === undefined ? environment.now() : Date.parse(scenario.clock)
  const clock = { ...environment, now: () => begin }
  const { users = [], streams = {}, events = [], projections = [] } = scenario
  await refuseTakenNames(tx, projections)
  await seedUsers(tx, users, clock, settings)
  const metadata = Object.entries(streams).map(([stream, content]) => metadataEvent(stream, content))
  const outcome = await seedEventsIn(tx, [...timed(metadata, begin, environment), ...timed(events, begin, environment)], clock)
  if (outcome.kind === 'passed') throw new Error('Scenarios have no event numbers.')
  if (outcome.kind === 'deleted') {
    const index = events.findIndex(({ stream }) => stream === outcome.stream)
    const path = index < 0 ? `streams[${JSON.stringify(outcome.stream.slice(2))}]` : `events[${index}].stream`
    throw invalid([{ path, message: `the stream "${outcome.stream}" was deleted for good` }])
  }
  tx.putRow(seedRows, '', projections.length > 0 ? 'unfinished' : true)
  return { ...outcome, appended: outcome.appended - metadata.length }
}

async function refuseTakenNames(tx: ReadTransaction, projections: readonly ScenarioProjection[]): Promise<void> {
  const rows = await Promise.all(projections.map(({ name }) => Promise.all([tx.row(registrationRows, name), tx.row(projectionRows, name)])))
  const taken = rows.flatMap(([registered, row], index) => (registered === undefined && row === undefined ? [] : [index]))
  if (taken.length === 0) return
  throw invalid(taken.map((index) => ({ path: `projections[${index}].name`, message: 'the store has a projection with this name' })))
}

async function seedUsers(tx: WriteTransaction, users: readonly ScenarioUser[], environment: Environment, settings: Settings) {
  const storage = within(tx)
  const accounts = createUsers({ storage, streams: createStreams({ storage, environment }), environment, settings })
  const taken: Problem[] = []
  for (const [index, { login, password, fullName = null, groups = [], disabled }] of users.entries()) {
    const { kind } = await accounts.create({ login, password, fullName, groups })
    if (kind === 'taken')
      taken.push({ path: `users[${index}].login`, message: 'the store has a user with this login and another password' })
    else if (disabled) await accounts.disable(login)
  }
  if (taken.length > 0) throw invalid(taken)
}

/** A storage whose reads and writes all run inside one transaction. */
const within = (tx: WriteTransaction): Storage => ({
  name: undefined,
  read: (work) => work(tx),
  write: (work) => work(tx),
  onCommit: () => () => undefined,
  close: () => Promise.resolve(),
})

const metadataEvent = (stream: string, content: unknown): ScenarioEvent => ({
  stream: metastreamOf(stream),
  type: metadataType,
  data: content,
})

/** Gives each event its id and its time: its own, or that of the one before. */
function timed(events: readonly ScenarioEvent[], begin: number, { uuid }: Pick<Environment, 'uuid'>): SeedEvent[] {
  let created = begin
  return events.map((event) => {
    const seeded = seedEventOf(event, created, uuid)
    created = seeded.created
    return seeded
  })
}

const modes: Readonly<Record<ScenarioMode, Mode>> = { continuous: 'Continuous', 'one-time': 'OneTime', transient: 'Transient' }

/** A query that cannot be prepared makes a faulted projection, as it does on the server. */
async function create(projections: SeedParts['projections'], projection: ScenarioProjection, mayBeThere: boolean): Promise<void> {
  const { name, mode = 'continuous', checkpoints = false, track = false, enabled = true, engine } = projection
  const emit = projection.emit ?? mode === 'continuous'
  const outcome = await projections.create({
    name,
    query: queryOf(projection),
    mode: modes[mode],
    handlerType: 'JS',
    user: { name: 'admin', groups: ['$admins'] },
    enabled,
    emit,
    checkpoints: checkpoints || mode === 'continuous',
    trackEmittedStreams: track,
    ...(engine && { engineVersion: engine }),
  })
  if (outcome.kind === 'updated' || (mayBeThere && outcome.kind === 'conflict')) return
  throw new Error(`The projection "${name}" could not be created: ${'reason' in outcome ? outcome.reason : outcome.kind}`)
}

function invalid(problems: readonly Problem[]): StoreError {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  return new StoreError('invalid-scenario', `The scenario has ${count}:\n${printProblems(problems)}\n`, {
    hint: 'Nothing was written. docs/scenario.md describes the format.',
  })
}
