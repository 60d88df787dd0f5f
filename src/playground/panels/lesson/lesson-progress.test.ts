import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import type { Scenario } from '../../../engine/scenario/scenario.ts'
import { PlaygroundSession } from '../../model/session.ts'
import { LessonProgress } from './lesson-progress.ts'

const visit = (id: string) => ({
  method: 'POST' as const,
  path: '/streams/visits',
  headers: { 'ES-EventType': 'Visited', 'ES-EventId': id },
  body: {},
})
const id = 'ffe35db9-ff89-540a-aa57-a46a841fbef5'

const scenario: Scenario = {
  version: 1,
  events: [{ stream: 'visits', type: 'Visited', data: {} }],
  projections: [{ name: 'visits', query: "fromStream('visits').when({ $init: () => ({ count: 0 }), Visited(s) { s.count++ } })" }],
  lesson: [
    { text: 'Count another.', send: visit(id), expect: [{ status: 201 }, { projection: 'visits', state: { count: 2 } }] },
    { text: 'Send it again: nothing changes.', send: visit(id), expect: [{ projection: 'visits', state: { count: 2 } }] },
    { text: 'And one more.', send: visit('0e9d6a63-2e0c-4b8c-8e8b-8b3f0a0b7c11'), expect: [{ projection: 'visits', state: { count: 3 } }] },
  ],
}

async function begun(lesson = scenario.lesson!) {
  const session = new PlaygroundSession({
    createStore: () => Promise.resolve(createStore({ requestLog: 20 })),
    scenario: () => Promise.resolve({ ...scenario, lesson }),
  })
  await session.open()
  onTestFinished(() => session.close())
  const progress = new LessonProgress(session, session.store!, () => undefined)
  await progress.look()
  return { progress, store: session.store!, states: () => progress.steps.map(({ state }) => state) }
}

it('a step that the reader does by hand is done', async () => {
  const { progress, store, states } = await begun()
  expect(states()).toEqual(['open', 'open', 'open'])
  await store.append('visits', { type: 'Visited', data: {} })
  await progress.look()
  expect(states()).toEqual(['kept', 'open', 'open'])
})

it('a request that changes nothing is not done before it is sent', async () => {
  const { progress, states } = await begun()
  await progress.send(0)
  await progress.look()
  expect(states()).toEqual(['kept', 'open', 'open'])
  await progress.send(1)
  expect(states()).toEqual(['kept', 'kept', 'open'])
  await progress.send(2)
  expect(states()).toEqual(['kept', 'kept', 'kept'])
})

const command = (name: string) => ({ method: 'POST' as const, path: `/projection/visits/command/${name}` })
const chain: Scenario['lesson'] = [
  { text: 'Look around.' },
  { text: 'Stop it.', send: command('disable'), expect: [{ status: 200 }] },
  { text: 'Count another.', send: visit(id), expect: [{ status: 201 }, { projection: 'visits', state: { count: 2 } }] },
  { text: 'Send it again.', send: visit(id), expect: [{ projection: 'visits', state: { count: 2 } }] },
]

it('what is done by hand is done with the requests that led to it, and leaves to the reader what the store cannot judge', async () => {
  const { progress, store, states } = await begun(chain)
  await store.append('visits', { type: 'Visited', data: {} })
  await progress.look()
  expect(states()).toEqual(['open', 'kept', 'kept', 'open'])
})

it('what is done by hand otherwise says what the store has instead, until it is undone', async () => {
  const { progress, store, states } = await begun(chain)
  const instead = () => progress.steps.map((step) => [...step.instead.values()])
  expect(instead()).toEqual([[], [], [], []])
  const before = await store.snapshot()
  await store.append('visits', { type: 'Visited', data: {} })
  await store.append('visits', { type: 'Visited', data: {} })
  await progress.look()
  progress.tick(0)
  await progress.look()
  expect(states()).toEqual(['kept', 'open', 'open', 'open'])
  expect(instead()).toEqual([[], [], [{ kind: 'state', state: '{"count":3}' }], []])
  await store.restore(before)
  await progress.look()
  expect(instead()).toEqual([[], [], [], []])
})

it('a request with an answer alone does not do the next step', async () => {
  const { progress, states } = await begun([
    { text: 'Count another.', send: visit(id), expect: [{ status: 201 }] },
    { text: 'Send it again.', send: visit(id), expect: [{ projection: 'visits', state: { count: 2 } }] },
  ])
  await progress.send(0)
  await progress.look()
  expect(states()).toEqual(['kept', 'open'])
})
