import { describe, expect, it } from 'vitest'
import { deleteRequests, noFlags, touchedStreams } from './deletion.ts'

const running = { name: 'a b', mode: 'Continuous', isStopped: false, writesCheckpoints: true } as const
const stopped = { ...running, isStopped: true } as const
const flags = { ...noFlags, deleteCheckpointStream: true }

describe('deleteRequests', () => {
  it('stops a running projection first', () => {
    expect(deleteRequests(running, noFlags).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /projection/a%20b/command/disable',
      'DELETE /projection/a%20b?deleteCheckpointStream=false&deleteStateStream=false&deleteEmittedStreams=false',
    ])
  })
  it('deletes idle and transient ones at once', () => {
    expect(deleteRequests(stopped, flags)).toEqual([
      {
        method: 'DELETE',
        path: '/projection/a%20b?deleteCheckpointStream=true&deleteStateStream=false&deleteEmittedStreams=false',
      },
    ])
    expect(deleteRequests({ ...running, mode: 'Transient' }, noFlags)).toHaveLength(1)
  })
})

describe('touchedStreams', () => {
  const checkpoint = { stream: '$projections-a b-checkpoint', role: 'checkpoint' }

  it('names the content of each stream', () => {
    const removed = [checkpoint, { stream: 'out', role: 'emitted' }]
    expect(touchedStreams(stopped, flags, removed, new Map([['out', 3]]))).toEqual([
      { stream: checkpoint.stream, what: 'checkpoints', events: undefined },
      { stream: 'out', what: 'emitted by the projection', events: 3 },
    ])
  })
  it('counts the checkpoint that a running one has yet to write', () => {
    expect(touchedStreams(running, flags, [], new Map())).toEqual([
      { stream: checkpoint.stream, what: 'checkpoints, written when it stops', events: undefined },
    ])
    expect(touchedStreams(running, flags, [checkpoint], new Map())).toHaveLength(1)
    expect(touchedStreams({ ...running, writesCheckpoints: false }, flags, [], new Map())).toEqual([])
    expect(touchedStreams(running, noFlags, [], new Map())).toEqual([])
    expect(touchedStreams(stopped, flags, [], new Map())).toEqual([])
  })
})
