import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../engine/store.ts'
import type { RecordedSession } from './recorder.ts'
import { isWrite } from '../../playground/model/undo.ts'
import { Recorder } from './recorder.ts'
import { recordedTest } from './recorded-test.ts'
import { replayIn } from './recorder.ts'

const address = 'http://localhost:2113'
const query = "fromStream('notes').when({ $init: () => ({ count: 0 }), Noted(s) { s.count++ } })"

async function recorded(): Promise<RecordedSession> {
  const store = createStore({ requestLog: 10, queries: 'in-process' })
  onTestFinished(() => store.close())
  const post = (path: string, type: string, id: number) => {
    const headers = {
      'Content-Type': 'application/json',
      'ES-EventType': type,
      'ES-EventId': `00000000-0000-4000-8000-00000000000${id}`,
      'User-Agent': 'a browser',
    }
    return store.fetch(new Request(`${address}/streams/${path}`, { method: 'POST', headers, body: `{"id":${id}}` }))
  }
  await store.project('counts', query)
  await post('notes', 'Noted', 1)
  const recorder = new Recorder(store)
  await recorder.start()
  await post('notes', 'Noted', 2)
  await store.fetch(new Request(`${address}/streams/notes`, { headers: { Accept: 'application/json' } }))
  await post('others', 'Seen', 3)
  expect(recorder.state).toEqual({ kind: 'recording', writes: 2 })
  await recorder.stop()
  await post('notes', 'Noted', 4)
  const { state } = recorder
  if (state.kind !== 'ended') throw new Error(state.kind)
  return state.recording
}

it('keeps the content before and after, and what came between', async () => {
  const { before, after, added, writes } = await recorded()
  const types = ({ events = [] }: typeof before) => events.map(({ type, data }) => [type, data])
  expect(types(before)).toEqual([['Noted', '{"id":1}']])
  expect(types(added)).toEqual([
    ['Noted', '{"id":2}'],
    ['Seen', '{"id":3}'],
  ])
  expect(types(after)).toEqual([...types(before), ...types(added)])
  expect([before.projections?.length, added.projections]).toEqual([1, undefined])
  expect(writes.map(({ url }) => url)).toEqual([`${address}/streams/notes`, `${address}/streams/others`])
})

it('takes for a write what has changed something', () => {
  const answered = (status: number) => ({ kind: 'answered', status, statusText: '', headers: [], body: '' }) as const
  expect(isWrite({ method: 'POST', outcome: answered(201) })).toBe(true)
  expect(isWrite({ method: 'DELETE', outcome: answered(204) })).toBe(true)
  expect(isWrite({ method: 'POST', outcome: answered(400) })).toBe(false)
  expect(isWrite({ method: 'POST', outcome: answered(307) })).toBe(false)
  expect(isWrite({ method: 'GET', outcome: answered(200) })).toBe(false)
  expect(isWrite({ method: 'POST', outcome: { kind: 'dropped' } })).toBe(false)
})

it('ends in a fresh store as it did, and is written as a test', async () => {
  const recording = await recorded()
  const store = createStore({ queries: 'in-process' })
  onTestFinished(() => store.close())
  const replay = await replayIn(store, recording)
  expect(replay.writes).toEqual(recording.writes)
  expect(replay.findings).toEqual([{ kind: 'state', projection: 'counts', partition: '', state: { count: 2 } }])
  const code = recordedTest({ title: 'notes', baseUrl: address, scenario: recording.before, file: undefined, ...replay })
  expect(code).toContain(`
  await request.fetch('http://localhost:2113/streams/notes', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'es-eventid': '00000000-0000-4000-8000-000000000002',
      'es-eventtype': 'Noted',
    },
    data: '{"id":2}',
  })
`)
  expect(code).toContain("      path: '/streams/others',\n      status: 201,")
  expect(code).toContain(`await expect(store).toHaveProjectionState('counts', {\n    count: 2,\n  })`)
  const beside = recordedTest({ title: 'notes', baseUrl: address, scenario: recording.before, file: 'notes.json', ...replay })
  expect(beside).toContain("scenario: new URL('notes.json', import.meta.url)")
  expect(beside).not.toContain('defineScenario')
})
