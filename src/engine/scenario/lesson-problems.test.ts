import { describe, expect, it } from 'vitest'
import { scenarioProblems } from './problems.ts'

const problems = (lesson: unknown) => scenarioProblems({ version: 1, lesson }).map(({ path, message }) => `${path}: ${message}`)

describe('the lesson of a scenario', () => {
  it('may say everything, or only a text', () => {
    const send = { method: 'POST', path: '/streams/a', headers: { 'ES-ExpectedVersion': '0' }, body: [{ eventType: 'a' }] }
    const expected = [
      { status: 400 },
      { projection: 'a', partition: 'b', state: null },
      { projection: 'a', fault: 'Cannot' },
      { stream: 'a', events: [{ number: 0, type: 'b', data: {} }] },
      { stream: 'b', events: [] },
    ]
    expect(problems([{ text: 'Send it.', send, expect: expected }, { text: 'That is all.' }])).toEqual([])
    expect(scenarioProblems({ version: 1, title: 'A', description: 'B.' })).toEqual([])
  })

  it.each([
    [{}, 'lesson: expected a list, found an object'],
    [[{}], 'lesson[0].text: is missing'],
    [[{ text: 'a', send: { method: 'GET', path: 'streams' } }], 'lesson[0].send.path: expected a path like "/streams/a", found "streams"'],
    [[{ text: 'a', send: { method: 'GET', path: '/', headers: { a: 5 } } }], 'lesson[0].send.headers["a"]: expected a text, found 5'],
    [[{ text: 'a', expect: [{ state: {} }] }], 'lesson[0].expect[0].projection: is missing'],
    [[{ text: 'a', expect: [{}] }], 'lesson[0].expect[0]: expected an object with one of status, state, fault, events'],
    [[{ text: 'a', expect: [null] }], 'lesson[0].expect[0]: expected an object with one of status, state, fault, events'],
    [[{ text: 'a', expect: [{ status: 20 }] }], 'lesson[0].expect[0].status: expected a status from 200 to 599, found 20'],
    [[{ text: 'a', expect: [{ status: 200 }] }], 'lesson[0].expect: promises a status, but the step sends nothing'],
    [
      [{ text: 'a', expect: [{ stream: 'a', events: [{ number: -1, type: 'b' }] }] }],
      'lesson[0].expect[0].events[0].number: expected a number from 0, found -1',
    ],
  ])('refuses %j', (lesson, expected) => {
    expect(problems(lesson)).toEqual([expected])
  })
})
