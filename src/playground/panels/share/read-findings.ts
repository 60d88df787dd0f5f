// Finds out what a scenario's projections make of its events, for the expectations of a test.

import type { Scenario } from '../../../engine/scenario/scenario.ts'
import type { Store } from '../../../engine/store.ts'
import type { StreamWriter } from '../../../engine/inspect/inspection.ts'
import { FactsReader } from '../map/read-facts.ts'
import type { Finding } from './generated-code.ts'

/** Partitions or streams of one projection that a test looks at. */
const mostOfEach = 5
/** Events of a stream that a test names. */
const mostEvents = 20

/**
 * @param store fresh; it is seeded here, because the scenario may say less than the store that it was taken from: the state of a stopped
 *   projection, for example.
 */
export async function findingsIn(store: Store, scenario: Scenario): Promise<readonly Finding[]> {
  await store.seed(scenario)
  return await findingsOf(store, scenario.projections)
}

/** What the projections have made of everything that the store holds. */
export async function findingsOf(store: Store, projections: Scenario['projections'] = []): Promise<readonly Finding[]> {
  await store.settled()
  const facts = await new FactsReader(store).read(await store.inspect())
  const findings: Finding[] = []
  for (const { name } of projections) {
    const problem = await store.fault(name)
    if (problem) findings.push({ kind: 'fault', projection: name, reason: reasonIn(problem.message) })
    else findings.push(...(await statesOf(store, name)), ...(await emittedBy(store, name, facts?.emissions ?? [])))
  }
  return findings
}

/** The line that names the error: the server puts the handler and the event around it. */
function reasonIn(message: string): string {
  const lines = message.split('\n').map((line) => line.trim())
  const about = lines.indexOf('Message:')
  return (about < 0 ? undefined : lines.slice(about + 1).find(Boolean)) ?? lines[0]!
}

async function statesOf(store: Store, projection: string): Promise<Finding[]> {
  const partitions = (await store.partitions(projection)).filter((partition) => partition !== '')
  const looked = partitions.length > 0 ? partitions.slice(0, mostOfEach) : ['']
  const states = await Promise.all(looked.map((partition) => store.state(projection, partition)))
  return states.flatMap((state, index) =>
    state === undefined || isEmpty(state) ? [] : { kind: 'state' as const, projection, partition: looked[index]!, state },
  )
}

const isEmpty = (state: unknown): boolean => typeof state === 'object' && state !== null && Object.keys(state).length === 0

async function emittedBy(store: Store, projection: string, emissions: readonly StreamWriter[]): Promise<Finding[]> {
  const streams = emissions.flatMap((emission) => (emission.projection === projection ? emission.stream : [])).slice(0, mostOfEach)
  const read = await Promise.all(streams.map((stream) => store.read(stream, { limit: mostEvents + 1 })))
  return read.flatMap((events, index) =>
    events.length > mostEvents ? [] : { kind: 'events' as const, stream: streams[index]!, types: events.map(({ type }) => type) },
  )
}
