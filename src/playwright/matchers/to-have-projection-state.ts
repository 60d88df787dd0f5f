// Checks whether a projection has a state, and finds the difference: another state, a fault, or no such name.

import { isError } from '../../base/platform/realms.ts'
import { projectionPath } from '../../base/paths.ts'
import { printExplanation } from '../../engine/observe/explanation-text.ts'
import { agrees, nearest, wordLikeness } from './likeness.ts'
import type { Differ, LookedAt } from './to-have-stream.ts'
import { ask, printFault } from './to-have-stream.ts'
import type { Look } from './polling.ts'

export interface StateExpectation {
  readonly name: string
  readonly state: unknown
  readonly partition: string | undefined
}

interface Statistics {
  readonly name: string
  readonly status: string
}

export async function lookForState(store: LookedAt, { name, state, partition }: StateExpectation, differ: Differ): Promise<Look> {
  const response = await ask(store, `${projectionPath(name)}/statistics`)
  if (response.status === 404) return { pass: false, explain: () => unknownName(store, name, differ) }
  const { projections } = (await response.json()) as { projections: readonly Statistics[] }
  const { status = '' } = projections[0] ?? {}
  const isFaulted = status.startsWith('Faulted')
  const { found, problem } = await stateOf(store, name, partition)
  const explain = async (): Promise<string> => {
    const reason = isFaulted ? `The projection is ${status}: ${await printFault(store, name)}\n\n` : ''
    const nothing = found === undefined ? `${where(partition)} has no state yet; the projection is ${status}.\n\n` : ''
    return problem !== undefined && !isFaulted
      ? problem
      : `${reason}${nothing}${differ(state, found)}${isFaulted ? '' : await whyNothing(store, name)}`
  }
  return { pass: problem === undefined && agrees(found, state, true), explain }
}

/** A projection that cannot run does not answer: that is its state, not a failure of the matcher. */
async function stateOf(store: LookedAt, name: string, partition: string | undefined) {
  try {
    return { found: await store.state(name, partition) }
  } catch (error) {
    return { found: undefined, problem: isError(error) ? error.message : String(error) }
  }
}

/** What became of the events, where the projection has handled none of them. */
async function whyNothing(store: LookedAt, name: string): Promise<string> {
  const explanation = await store.explain?.(name)
  return explanation?.handled === 0 ? `\n\n${printExplanation(explanation)}` : ''
}

const where = (partition: string | undefined): string => (partition === undefined ? 'The projection' : `The partition "${partition}"`)

async function unknownName(store: LookedAt, name: string, differ: Differ): Promise<string> {
  const response = await ask(store, '/projections/all-non-transient')
  const { projections } = (await response.json()) as { projections: readonly Statistics[] }
  const names = projections.map((projection) => projection.name)
  const meant = nearest(names, (other) => wordLikeness(other, name))
  return `There is no such projection. The name that comes closest:\n\n${differ(name, meant)}`
}
