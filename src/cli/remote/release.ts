// Finds out the release of a server, and says how its queries differ from those of a store by default.

import type { Release, ReleaseFacts } from '../../base/release/facts.ts'
import { defaultRelease, factsOf, releaseOfVersion, releases } from '../../base/release/releases.ts'
import type { Remote } from './remote.ts'

export interface RemoteRelease {
  /** Undefined for a release that no store can answer as, and where the server does not tell. */
  readonly release: Release | undefined
  /** What the operator should know; undefined where nothing differs. */
  readonly notice: string | undefined
}

/** What is different in a copy where releases differ. */
const sayings: readonly (readonly [fact: (facts: ReleaseFacts) => unknown, what: string])[] = [
  [({ language }) => language.hasCreated, 'the member "created" of events'],
  [({ language }) => language.checksStrictly, 'events whose data are not strict JSON'],
  [({ language }) => language.readsScalarBodies, 'events whose data are no objects'],
  [({ language }) => language.textsAreJson, 'texts as states and results'],
  [({ language }) => language.notANumberIsNull, 'NaN in states'],
  [({ language }) => language.parser, 'errors of syntax'],
  [({ language }) => language.engine, 'the library of queries'],
  [({ language }) => language.mostStateSize, 'very large states'],
  [({ projections }) => projections.hasEngine2, 'projections on the second engine'],
  [({ projections }) => projections.transient, 'transient projections'],
]

/** @throws Failure where the server cannot be reached. */
export async function releaseOf(remote: Remote): Promise<RemoteRelease> {
  const response = await remote.ask('GET', '/info', { headers: { Accept: 'application/json' } })
  const info = response.ok ? ((await response.json().catch(() => undefined)) as Info | undefined) : undefined
  const version = info?.dbVersion ?? info?.esVersion
  if (typeof version !== 'string') return { release: undefined, notice: undefined }
  const release = releaseOfVersion(version)
  return { release, notice: release === undefined ? strange(remote, version) : noticeOf(remote, release) }
}

interface Info {
  readonly dbVersion?: unknown
  readonly esVersion?: unknown
}

const strange = ({ name }: Remote, version: string): string =>
  `${name} has version ${version}; stores answer as ${releases.join(', ')}, so queries and answers may differ.`

function noticeOf({ name }: Remote, release: Release): string | undefined {
  const [theirs, usual] = [factsOf(release), factsOf(defaultRelease)]
  const different = sayings.filter(([fact]) => fact(theirs) !== fact(usual)).map(([, what]) => what)
  if (different.length === 0) return undefined
  return (
    `${name} is ${theirs.node.product}. It differs from ${usual.node.product}, as which stores answer by default, in ${different.join(', ')}: ` +
    `"rillbox serve --release ${release}" answers as it does.`
  )
}
