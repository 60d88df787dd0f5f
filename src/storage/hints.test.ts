import { describe, expect, it, vi } from 'vitest'
import { eventTable, recordedFrom, rowsOf } from '../base/events/event-table.ts'
import { Changes, createHints } from './hints.ts'
import { numbered, run } from './storage.fixture.ts'
import type { CommitHint } from './storage.ts'

const hint = (end: number, streams?: string[], tables?: string[]): CommitHint => ({ end, streams, tables })

describe('hints', () => {
  it('calls no listener before the commit goes on', async () => {
    const hints = createHints()
    const heard = vi.fn<(commit: CommitHint) => void>()
    hints.listen(heard)
    hints.announce(hint(1, ['a'], []))
    hints.announce(hint(2, ['b', 'a'], ['t']))
    expect(heard).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([[hint(1, ['a'], [])], [hint(2, ['b', 'a'], ['t'])]]))
  })

  it('calls the same function for each time it was given', async () => {
    const hints = createHints()
    const heard = vi.fn<(commit: CommitHint) => void>()
    const stop = hints.listen(heard)
    hints.listen(heard)
    stop()
    hints.announce(hint(1))
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
  })

  it('lets every listener hear, also where one of them throws, and hides no error', async () => {
    const hints = createHints()
    const heard = vi.fn<(commit: CommitHint) => void>()
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    const unhandled = new Promise((resolve) => void process.once('unhandledRejection', resolve))
    try {
      hints.listen(() => {
        throw new Error('on purpose')
      })
      hints.listen(heard)
      hints.announce(hint(1))
      expect(await unhandled).toMatchObject({ message: 'on purpose' })
      expect(heard).toHaveBeenCalledTimes(1)
    } finally {
      for (const other of others) process.on('unhandledRejection', other)
    }
  })
})

describe('Changes', () => {
  it('has nothing to say where nothing changed', () => {
    expect(new Changes().hint(3)).toBeUndefined()
  })

  it('names each stream and table once', () => {
    const changes = new Changes()
    for (const name of ['a', 'b', 'a']) changes.drop([name])
    changes.table('t')
    expect(changes.hint(3)).toEqual({ ...hint(3, ['a', 'b'], ['t']), dropsEvents: true })
  })

  it('takes many streams at once', () => {
    const changes = new Changes()
    changes.drop(['a'])
    changes.drop(['b', 'a', 'c', 'b'])
    expect(changes.hint(3)).toEqual({ ...hint(3, ['a', 'b', 'c'], []), dropsEvents: true })
  })

  it('names nothing if everything may have changed', () => {
    const changes = new Changes()
    changes.append(eventTable([numbered('a', 0)]), 0)
    changes.all()
    expect(changes.hint(0)).toEqual(hint(0))
  })

  it('hands over the events of a small commit, unless some of them may be gone', () => {
    const changes = new Changes()
    const [one, other] = [eventTable([numbered('a', 0), numbered('b', 0)]), eventTable([numbered('a', 1)])]
    changes.append(one, 7)
    changes.append(other, 9)
    expect(changes.hint(10)).toEqual({ ...hint(10, ['a', 'b'], []), appended: [recordedFrom(one, 7), recordedFrom(other, 9)] })
    changes.drop([])
    expect(changes.hint(10)?.dropsEvents).toBeUndefined()
    changes.drop(['a'])
    expect(changes.hint(10)).toEqual({ ...hint(10, ['a', 'b'], []), dropsEvents: true })
  })

  it('hands over bytes as they were appended, whatever the writer does with its buffer', () => {
    const changes = new Changes()
    const buffer = new Uint8Array([1, 2, 3])
    changes.append(eventTable([{ ...numbered('a', 0), data: buffer.subarray(1, 2), isJson: false }]), 0)
    buffer.fill(9)
    expect(rowsOf(changes.hint(1)!.appended![0]!)[0]!.data).toEqual(new Uint8Array([2]))
  })

  it('hands over none of a large commit', () => {
    const changes = new Changes()
    changes.append(eventTable([numbered('a', 0)]), 0)
    changes.append(eventTable(run('b', 0, 100)), 1)
    expect(changes.hint(101)).toEqual(hint(101, ['a', 'b'], []))
  })
})
