import { describe, expect, it } from 'vitest'
import { createStore } from '../store.ts'
import { snapshotLines } from './lines.ts'
import { readSnapshotText } from './text.ts'

describe('the text of a snapshot', () => {
  const taken = async () => {
    const store = createStore({ systemProjections: false })
    await store.append('s', [{ type: 't', data: { text: 'a\nb' } }, { type: 't' }])
    const snapshot = await store.snapshot()
    await store.close()
    return { snapshot, lines: [...snapshotLines(snapshot)] }
  }

  it('is its JSON, in one line or many, or the lines of an export', async () => {
    const { snapshot, lines } = await taken()
    const texts = [
      JSON.stringify(snapshot),
      JSON.stringify(snapshot, undefined, 2),
      lines.join('\n'),
      `\ufeff${lines.join('\r\n')}\r\n\r\n`,
    ]
    for (const text of texts) expect(readSnapshotText(text)).toEqual(snapshot)
  })

  it('restores a store, and leaves it as it is where it is wrong', async () => {
    const { lines } = await taken()
    const store = createStore({ systemProjections: false })
    await store.append('mine', { type: 't' })
    const wrong: [string, string][] = [
      ['', 'expected JSON, or the lines of an export'],
      ['nonsense', 'expected JSON, or the lines of an export'],
      ['{"version":1,"events":[]}', 'format'],
      [lines.slice(0, -1).join('\n'), `expected ${lines.length - 1} lines behind the first one, found ${lines.length - 2}`],
      [[lines[0], '{"other":1}', ...lines.slice(2)].join('\n'), 'line 2: neither an event nor a head nor a row'],
    ]
    for (const [text, message] of wrong) {
      await expect(store.restore(text)).rejects.toMatchObject({
        code: 'invalid-snapshot',
        message: expect.stringContaining(message) as string,
      })
    }
    expect(await store.read('mine')).toHaveLength(1)
    await store.restore(lines.join('\n'))
    expect([(await store.read('s')).length, (await store.read('mine')).length]).toEqual([2, 0])
    await store.close()
  })
})
