import { describe, expect, it } from 'vitest'
import type { Snapshot } from './snapshot.ts'
import { isSnapshotHeader, readExportedEvent, readSnapshotLines, snapshotLines } from './lines.ts'

const event = {
  id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21',
  type: 't',
  data: '{"a":\n1}',
  metadata: { $bytes: '/w==' },
  isJson: true,
  stream: 's',
  number: 3,
  created: 5,
  position: 8,
}
const snapshot: Snapshot = {
  format: 'rillbox-snapshot',
  version: 1,
  end: 9,
  events: [event],
  dropped: [{ id: 'x', stream: 's', number: 0, position: 2 }],
  heads: [{ stream: 's', last: 3 }],
  tables: [
    {
      name: 'a',
      rows: [
        ['k', { n: 1 }],
        ['l', null],
      ],
    },
    { name: 'b', rows: [['', 'text']] },
  ],
}

const lines = [...snapshotLines(snapshot)]

const readAll = ([header, ...rest]: readonly string[]) => {
  const reader = readSnapshotLines(header!)
  const problems = rest.map((line) => reader.add(line))
  return { problems: problems.filter((problem) => problem !== undefined), whole: reader.finish() }
}

describe('lines of a snapshot', () => {
  it('are JSON, one per thing, and stand for the same snapshot', () => {
    expect(lines).toHaveLength(7)
    for (const line of lines) expect(line).not.toContain('\n')
    expect(lines[0]).toBe('{"format":"rillbox-snapshot","version":1,"end":9,"lines":6}')
    expect(readAll(lines)).toEqual({ problems: [], whole: snapshot })
  })

  it('are recognised by the first one', () => {
    expect(isSnapshotHeader(lines[0]!)).toBe(true)
    expect(isSnapshotHeader(lines[1]!)).toBe(false)
    expect(isSnapshotHeader('{"stream":"rillbox-snapshot","type":"t"}')).toBe(false)
    expect(isSnapshotHeader('rillbox-snapshot')).toBe(false)
  })

  it('are missed where the file was cut off', () => {
    expect(readAll(lines.slice(0, -1)).whole).toEqual({ path: '', message: 'expected 6 lines behind the first one, found 5' })
  })

  it.each([
    ['{"event":', 'no JSON object'],
    ['5', 'no JSON object'],
    ['{"stream":"s"}', 'neither an event nor a head nor a row'],
    ['{"table":"a","key":5,"row":1}', 'neither an event nor a head nor a row'],
  ])('name the mistake in %s', (line, problem) => {
    expect(readAll([lines[0]!, line]).problems).toEqual([problem])
  })

  it('tell events from the rest', () => {
    expect(readExportedEvent(lines[1]!)).toEqual({
      kind: 'event',
      lacksData: false,
      event: {
        id: event.id,
        type: 't',
        data: event.data,
        metadata: new Uint8Array([0xff]),
        isJson: true,
        stream: 's',
        number: 3,
        created: 5,
      },
    })
    expect(readExportedEvent(lines[3]!)).toBeUndefined()
    expect(readExportedEvent('{')).toEqual({ kind: 'problem', message: 'no JSON object' })
    const tombstone = JSON.stringify({ event: { ...event, type: '$streamDeleted' } })
    expect(readExportedEvent(tombstone)).toEqual({ kind: 'deletion', stream: 's' })
  })
})
