// Measures what is told of the second engine: each query that was recorded for it runs by both, and where clients read something else it is named.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factsOf } from '../../../src/base/release/releases.ts'
import { changesFor } from '../../../src/engine/queries/changes.ts'
import { compareRuns } from '../../../src/engine/queries/compare/compared-runs.ts'
import { RunNotes, shownBy } from '../../../src/engine/queries/compare/run-notes.ts'
import type { EngineQuery } from './both-engines.ts'
import { eventsOf, outcomeBy, recordedQueries } from './both-engines.ts'

const facts = factsOf('26.2')

/** The codes that `check --engine 2` names: by the text alone, and with the events at hand. */
async function codesFor(query: EngineQuery) {
  const { text, emitEnabled } = query
  const { storage, bodies, close } = await eventsOf(query)
  const options = { from: facts, to: facts, toEngine: 2, emitEnabled } as const
  const notes = [new RunNotes(), new RunNotes()] as const
  const rules = { from: { release: '26.2', engine: 1 }, to: { release: '26.2', engine: 2 } } as const
  const { agrees } = await compareRuns(storage, [text, text], { ...rules, emit: emitEnabled, notes })
  const shown = await shownBy(storage, notes)
  await close()
  return {
    byText: (await changesFor(text, options)).map(({ code }) => code),
    byRuns: [...(agrees ? [] : ['differs']), ...(await changesFor(text, { ...options, bodies, shown })).map(({ code }) => code)],
  }
}

interface Count {
  named: number
  missed: string[]
  silent: number
  loud: string[]
}
const newCount = (): Count => ({ named: 0, missed: [], silent: 0, loud: [] })

function note(count: Count, isDifferent: boolean, codes: readonly string[], { scenario, name, text }: EngineQuery): void {
  const line = `${scenario} ${name}: ${codes.join(', ')}: ${text}`
  if (isDifferent && codes.length > 0) count.named += 1
  else if (isDifferent) count.missed.push(line)
  else if (codes.length === 0) count.silent += 1
  else count.loud.push(line)
}

test('of the queries that the second engine takes otherwise nine tenths are named, of the others 99 of 100 are not', async () => {
  const [byText, byRuns] = [newCount(), newCount()]
  for (const query of recordedQueries()) {
    const isDifferent = JSON.stringify(await outcomeBy(1, query)) !== JSON.stringify(await outcomeBy(2, query))
    const codes = await codesFor(query)
    note(byText, isDifferent, codes.byText, query)
    note(byRuns, isDifferent, codes.byRuns, query)
  }
  const [differing, agreeing] = [byRuns.named + byRuns.missed.length, byRuns.silent + byRuns.loud.length]
  expect(differing).toBeGreaterThan(10)
  expect(agreeing).toBeGreaterThan(15)
  expect(byRuns.named / differing >= 0.9 ? [] : byRuns.missed).toEqual([])
  expect(byRuns.silent / agreeing >= 0.99 ? [] : byRuns.loud).toEqual([])
  expect(byText.silent / agreeing >= 0.99 ? [] : byText.loud).toEqual([])
  const page = readFileSync(new URL('../../../docs/server/upgrading.md', import.meta.url), 'utf8')
  for (const figure of [
    `${byRuns.named} of the ${differing}`,
    `(${byText.named} by the text alone)`,
    `${byRuns.silent} of the ${agreeing} others`,
  ])
    expect(page).toContain(figure)
}, 120_000)
