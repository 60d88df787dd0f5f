import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CommitHint } from '../../storage.ts'
import type { Tabs } from './tabs.ts'
import { joinTabs } from './tabs.ts'

const joined: Tabs[] = []
const join = (name: string) => {
  const heard: CommitHint[] = []
  const tabs = joinTabs(name, (hint) => void heard.push(hint))
  joined.push(tabs)
  return { tabs, heard }
}

afterEach(() => {
  for (const tabs of joined.splice(0)) tabs.leave()
  vi.unstubAllGlobals()
})

const hint = { end: 1, streams: ['a'], tables: [], dropsEvents: true }

describe('tabs', () => {
  it('hear each other, but not themselves and not those of another storage', async () => {
    const [one, two, stranger] = [join('s'), join('s'), join('other')]
    one.tabs.tell(hint)
    await vi.waitFor(() => expect(two.heard).toEqual([hint]))
    expect(one.heard).toEqual([])
    expect(stranger.heard).toEqual([])
  })

  it('hear nothing after they left', async () => {
    const [one, two, three] = [join('s'), join('s'), join('s')]
    two.tabs.leave()
    one.tabs.tell(hint)
    await vi.waitFor(() => expect(three.heard).toHaveLength(1))
    expect(two.heard).toEqual([])
  })

  it('do not name more streams than are worth it', async () => {
    const [one, two] = [join('s'), join('s')]
    one.tabs.tell({ end: 5, streams: Array.from({ length: 5000 }, (_, n) => `s-${n}`), tables: ['t'] })
    await vi.waitFor(() => expect(two.heard).toEqual([{ end: 5, streams: undefined, tables: ['t'] }]))
  })

  it('believe no message of another shape', async () => {
    const { heard } = join('s')
    const stranger = new BroadcastChannel('rillbox/1/s')
    const messages = [
      null,
      7,
      'text',
      {},
      { end: 1 },
      { end: '1', streams: [], tables: [] },
      { end: 1.5, streams: [], tables: [] },
      { end: 1, streams: [1], tables: [] },
      { end: 1, streams: [], tables: 'all' },
      { end: 1, streams: [], tables: [], dropsEvents: 1 },
    ]
    for (const message of messages) stranger.postMessage(message)
    stranger.postMessage(hint)
    await vi.waitFor(() => expect(heard).toEqual([hint]))
    stranger.close()
  })

  it('are alone where the platform has no channels', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const { tabs, heard } = join('s')
    tabs.tell(hint)
    tabs.leave()
    expect(heard).toEqual([])
  })
})
