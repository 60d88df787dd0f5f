import { afterEach, expect, it, vi } from 'vitest'
import { bodies, runningWith } from '../contract/running.fixture.ts'
import { languageContract, queryContract } from '../query.contract.ts'
import type { OpenQuery } from '../query.ts'
import { openInQuickJs } from './quickjs.ts'

queryContract('on the calling thread', openInQuickJs)
languageContract('on the calling thread', openInQuickJs)

const openWithoutPlan: OpenQuery = (source, options) => openInQuickJs(source, { ...options, plan: 'none' })
queryContract('without a plan', openWithoutPlan, true)
languageContract('without a plan', openWithoutPlan)

afterEach(() => vi.restoreAllMocks())

it('shows the clock it was given, also where a millisecond ends between two looks at the platform’s', async () => {
  const query = await runningWith(openInQuickJs).open('fromAll().when({ $any: (s) => { s.at = Date.now() } })')
  let platform = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => (platform += 1))
  await query.load(bodies({}), [1])
  const { states } = await query.run(new Map(), { events: 1, milliseconds: 1000, now: 5_000_000 })
  expect(states.get('')!.state).toBe('{"at":5000000}')
  query.close()
})
