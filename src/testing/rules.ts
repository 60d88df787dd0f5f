// Finds the rules that a test asks for: those of a release, and of an engine in it; refuses what there is not, by name.

import { StoreError } from '../base/errors.ts'
import { checkNode } from '../base/platform/platform.ts'
import type { Release, ReleaseFacts } from '../base/release/facts.ts'
import { defaultRelease, factsOf, isRelease, releases } from '../base/release/releases.ts'

export interface Rules {
  readonly facts: ReleaseFacts
  readonly engine: 1 | 2
}

/** A release without the second engine ignores the number, as the server does. @throws StoreError `invalid-options`; `platform-unsupported`. */
export function rulesOf({
  release = defaultRelease,
  engine = 1,
}: {
  readonly release?: Release | undefined
  readonly engine?: 1 | 2 | undefined
}): Rules {
  checkNode()
  if (!isRelease(release)) throw unusable('release', releases.map((known) => JSON.stringify(known)).join(', '), release)
  if (engine !== 1 && engine !== 2) throw unusable('engine', '1, 2', engine)
  const facts = factsOf(release)
  return { facts, engine: facts.projections.hasEngine2 ? engine : 1 }
}

const unusable = (option: string, known: string, given: unknown): StoreError =>
  new StoreError('invalid-options', `These options cannot be used: ${option}: expected one of ${known}, found ${JSON.stringify(given)}.`, {
    hint: 'The types RunOptions and CheckOptions say which options there are.',
  })
