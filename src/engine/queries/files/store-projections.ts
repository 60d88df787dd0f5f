// Makes the projections of a store those of a list or of files, and words what could not be.

import { StoreError } from '../../../base/errors.ts'
import type { ProjectionFile, StoreProjection } from './projection-file.ts'
import { withDefaults } from './projection-file.ts'
import type { CarriedOut, CarryOutOptions, PlannedProjection, SendRequest } from './projection-plan.ts'
import { carryOut, planProjections } from './projection-plan.ts'
import { readProjections } from './read-projections.ts'

/** Projections; or, in Node, where their files are: a folder, or a pattern like `projections/*.js`. */
export type ProjectionSource = string | readonly StoreProjection[]

/** What has become of a projection of a list. */
export interface BroughtProjection {
  readonly name: string
  /** Path of its file, or its name. */
  readonly file: string
  /** `conflict`: mode and checkpoints of a projection that exists cannot be changed, so it is left as it is. */
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'conflict' | 'refused'
  /** Why it is faulted, was refused, or is left; undefined where all is well. */
  readonly reason: string | undefined
}

/** @throws StoreError `invalid-options`, `platform-unsupported`. */
export function projectionsFrom(source: ProjectionSource): readonly ProjectionFile[] {
  if (typeof source === 'string') return readProjections(source)
  const twice = source.find(({ name }, index) => source.findIndex((other) => other.name === name) < index)
  if (!twice) return source.map(withDefaults)
  throw new StoreError('invalid-options', `These projections cannot be used: two have the name "${twice.name}".`, {
    hint: 'Name each one differently.',
  })
}

export async function bringProjections(
  send: SendRequest,
  files: readonly ProjectionFile[],
  options: CarryOutOptions,
): Promise<readonly BroughtProjection[]> {
  const plan = await planProjections(send, files)
  const carried = new Map((await carryOut(send, plan, options)).map((each) => [each.projection.name, each]))
  return plan.flatMap((planned) => (planned.file ? [broughtBy(planned, planned.file.file, carried.get(planned.name))] : []))
}

function broughtBy({ name, action, differences }: PlannedProjection, file: string, carried: CarriedOut | undefined): BroughtProjection {
  if (carried?.kind === 'refused') return { name, file, outcome: 'refused', reason: carried.reason }
  if (action === 'conflict') return { name, file, outcome: 'conflict', reason: `its ${differences[0]} cannot be changed` }
  const outcome = action === 'create' ? 'created' : action === 'update' ? 'updated' : 'unchanged'
  return { name, file, outcome, reason: carried?.reason }
}

/** A line where something is wrong. */
export function* linesAbout({ name, file, outcome, reason }: BroughtProjection): Iterable<string> {
  if (outcome === 'refused') yield `${file}: ${reason}`
  else if (outcome === 'conflict') yield `${file}: the projection "${name}" is left as it is: ${reason}. Delete it first.`
  else if (reason !== undefined) yield `${file}: the projection "${name}" is faulted: ${reason.trim().split(/\r?\n/)[0]}`
}
