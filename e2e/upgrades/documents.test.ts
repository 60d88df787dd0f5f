// Opens scenarios, snapshots, exports and share links of earlier versions: this version must understand all of them as they did.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { repeatableEnvironment } from '../../src/engine/clock/repeatable-environment.ts'
import { scenarioProblems } from '../../src/engine/scenario/problems.ts'
import type { Store } from '../../src/engine/store.ts'
import { createStore } from '../../src/engine/store.ts'
import { readFragment, writeFragment } from '../../src/playground/panels/share/share-link.ts'
import type { Documents } from './documents.ts'
import { lookAt } from './documents.ts'

const fileOf = (version: string): string => join(import.meta.dirname, version, 'documents.json.br')
const versions = readdirSync(import.meta.dirname).filter((name) => /^\d/.test(name) && existsSync(fileOf(name)))
const read = (version: string): Documents => JSON.parse(brotliDecompressSync(readFileSync(fileOf(version))).toString()) as Documents

describe.each(versions)('a document of version %s', { timeout: 30_000 }, (version) => {
  const { scenario, snapshot, exported, seen, link } = read(version)

  const fill = async (work: (store: Store) => Promise<unknown>): Promise<unknown> => {
    const store = createStore({ environment: repeatableEnvironment(), systemProjections: false, queries: 'in-process' })
    await work(store)
    const found = await lookAt(store)
    await store.close()
    return found
  }

  it('fills a store as a scenario', async () => {
    expect(scenarioProblems(scenario)).toEqual([])
    expect(await fill((store) => store.seed(scenario))).toEqual(seen)
  })
  it('is restored as a snapshot', async () => expect(await fill((store) => store.restore(snapshot))).toEqual(seen))
  it('is restored as an export', async () => expect(await fill((store) => store.restore(exported))).toEqual(seen))
  it('opens as a share link, and fills a store', async () => {
    const opened = await readFragment(link.fragment)
    expect(opened).toEqual({ kind: 'shared', shared: link.shared })
    expect(await readFragment(await writeFragment(link.shared))).toEqual(opened)
    expect(await fill((store) => store.seed({ ...link.shared.scenario, users: scenario.users! }))).toEqual(seen)
  })
})

it('there are documents of the first release', () => expect(versions).toContain('5-0.1.0'))
