import { describe, expect, test } from 'vitest'
import { scenarioProblems } from '../../../engine/scenario/problems.ts'
import type { Shared } from './share-link.ts'
import { longestLink, readFragment, writeFragment } from './share-link.ts'

const shared: Shared = {
  scenario: {
    version: 1,
    events: [
      { stream: 'cart-1', type: 'ItemAdded', data: { price: 5, note: 'Käse „ü“ 🧀' } },
      { stream: 'cart-2', type: 'ItemAdded', data: { price: 9 } },
    ],
    projections: [{ name: 'totals', query: "fromCategory('cart')" }],
  },
  draft: { name: 'totals', query: "fromCategory('cart')\n  .when({})", mode: 'continuous', emit: true },
  panel: 'steps',
  selection: { stream: 'cart-1', event: 0 },
}

/** Links that were given out: they must open for ever. One of each version, made when the version was new. */
const given = {
  1: '#1.lZAxTgMxEEWvsvpNEskggkSBO0SFOAKksNYTMIpnFns2aLWytAdB0CBxCbrcJCfgCMikgwbqmff-1x-RW2KXgsCO2FLKQRh2aUBbYs2wNyOyJnIRFq1LerSEgQ4dweJKKV54Tx4G3qmrji6FlmDPDFi0Pl3v3jI1--ll97GfnpvP1_cJpZif2tM_ac9LWRl0SR6o1SB8KMguVk5F3SbD4LGnNMBinSReOqU7ScN8VmNmC5RVMfDJrbV6_4PectMcP90Tz8eygEEUX9lWWAP30leeYlBYTT0Vg84xbWCRlbp6zLQ51K7Jv1f9nhz2pJQv',
}

describe('share links', () => {
  test('hold the whole playground, in letters that need no quoting', async () => {
    const filtered = { ...shared, selection: { ...shared.selection, streamFilter: 'cart-' } }
    const fragment = await writeFragment(filtered)
    expect(fragment).toMatch(/^#1\.[\w-]+$/)
    expect(await readFragment(fragment)).toEqual({ kind: 'shared', shared: filtered })
  })

  test('of version 1 open as on their first day', async () => {
    expect(await readFragment(given[1])).toEqual({ kind: 'shared', shared })
    expect(scenarioProblems(shared.scenario)).toEqual([])
  })

  test('leave out missing and unknown settings', async () => {
    const { scenario, draft } = shared
    const fragment = await writeFragment({ scenario, draft, panel: 'unknown' as 'steps', selection: { event: 1.5 } })
    expect(await readFragment(fragment)).toEqual({ kind: 'shared', shared: { scenario, draft, selection: {} } })
  })

  test('are short: repetition in a hundred events costs little', async () => {
    const events = Array.from({ length: 100 }, (_, index) => ({ stream: `cart-${index % 7}`, type: 'ItemAdded', data: { price: index } }))
    expect((await writeFragment({ ...shared, scenario: { version: 1, events } })).length).toBeLessThan(longestLink / 4)
  })

  test('of later releases say so', async () => {
    expect(await readFragment('#2.AAAA')).toEqual({ kind: 'newer', version: 2 })
  })

  const broken = (reason: string) => ({ kind: 'broken', reason })

  test.each([
    ['', 'it does not begin with a version'],
    ['#chapter', 'it does not begin with a version'],
    ['#0.AAAA', 'version 0 does not exist'],
    ['#1.', 'part of it is missing or was changed'],
    ['#1.%C3%A4', 'it contains invalid characters'],
    ['#1.AAAA', 'part of it is missing or was changed'],
  ])('that are broken name the mistake: %s', async (fragment, reason) => {
    expect(await readFragment(fragment)).toEqual(broken(reason))
  })

  test('that were cut say so', async () => {
    const fragment = await writeFragment(shared)
    for (const length of [fragment.length - 1, fragment.length >> 1, 20])
      expect(await readFragment(fragment.slice(0, length))).toEqual(broken('part of it is missing or was changed'))
  })

  test('that hold something else say so', async () => {
    const fragment = await writeFragment({ scenario: 'none', draft: {} } as unknown as Shared)
    expect(await readFragment(fragment)).toEqual(broken('it contains no playground'))
  })

  test('that would unfold to far more than a playground are not unfolded', async () => {
    const huge = { ...shared, draft: { ...shared.draft, query: ' '.repeat(9_000_000) } }
    const fragment = await writeFragment(huge)
    expect(fragment.length).toBeLessThan(20_000)
    expect(await readFragment(fragment)).toEqual(broken('it is too large'))
  })
})
