import { describe, expect, it } from 'vitest'
import { scenarioProblems } from './problems.ts'

const problems = (document: unknown) => scenarioProblems(document).map(({ path, message }) => `${path}: ${message}`)

const whole = {
  version: 1,
  clock: '2026-01-01T09:00:00Z',
  users: [{ login: 'ann', password: 'secret', fullName: 'Ann', groups: ['$ops'], disabled: true }],
  streams: { 'order-1': { $maxCount: 5, owner: 'ann' } },
  events: [
    { stream: 'order-1', type: 'placed', data: { total: 1 }, metadata: [1], id: '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21' },
    { stream: '$$order-2', type: '$metadata', data: '{}', isJson: true, at: '2026-01-01T09:00:00.5+02:00' },
  ],
  projections: [
    { name: 'count', query: 'fromAll()', mode: 'continuous', emit: true, checkpoints: true, track: true, enabled: false, engine: 2 },
    { name: 'once', query: '', mode: 'one-time', emit: true, checkpoints: true },
  ],
}

describe('scenarioProblems', () => {
  it('finds none in a scenario that says everything, or nothing', () => {
    expect(problems(whole)).toEqual([])
    expect(problems({ version: 1 })).toEqual([])
    expect(problems({ ...whole, clock: undefined, $schema: './scenario.json' })).toEqual([])
  })

  it.each([null, undefined, 5, 'text', [whole]])('says that %j is no object', (document) => {
    expect(problems(document)).toEqual([expect.stringContaining(': expected an object, found ')])
  })

  it('names the path of every mistake, in the order of the document', () => {
    const document = {
      version: 1,
      clock: '2026-01-01',
      users: [{ login: '', password: 5 }],
      events: [{ stream: 'a', type: 'b' }, { stream: 'a' }, { stream: 'a', type: 7, data: 5 }, 'event'],
      projections: {},
    }
    expect(problems(document)).toEqual([
      'clock: expected a time like "2026-01-01T00:00:00Z", found "2026-01-01"',
      'users[0].login: expected a text that is not empty, found ""',
      'users[0].password: expected a text that is not empty, found 5',
      'events[1].type: is missing',
      'events[2].type: expected a text that is not empty, found 7',
      'events[2].data: expected an object, a list or a text, found 5',
      'events[3]: expected an object, found "event"',
      'projections: expected a list, found an object',
    ])
  })

  it('refuses unknown names, so that none is left out by mistake', () => {
    expect(problems({ version: 1, event: [], events: [{ stream: 'a', type: 'b', eventId: '' }] })).toEqual([
      'event: is not known here; known are version, clock, release, users, streams, events, projections, title, description, lesson, next',
      'events[0].eventId: is not known here; known are stream, type, data, metadata, isJson, id, at',
    ])
  })

  it.each([
    [{ version: 2 }, 'version: expected 1, the version of this format, found 2'],
    [{}, 'version: is missing'],
    [{ version: 1, events: [{ stream: '$all', type: 'a' }] }, 'events[0].stream: expected the name of a stream, found "$all"'],
    [{ version: 1, events: [{ stream: 'a', type: 'a', id: 'x' }] }, 'events[0].id: expected a GUID, found "x"'],
    [{ version: 1, events: [{ stream: 'a', type: 'a', data: null }] }, 'events[0].data: expected an object, a list or a text, found null'],
    [{ version: 1, events: [{ stream: 'a', type: 'a', at: '2026-13-01T00:00:00Z' }] }, expect.stringMatching(/^events\[0\]\.at: expected/)],
    [{ version: 1, streams: { 'a"b': [] } }, 'streams["a\\"b"]: expected an object, found a list'],
    [{ version: 1, streams: { '': {} } }, 'streams[""]: expected the name of a stream, found ""'],
    [{ version: 1, projections: [{ name: ' ', query: 'x' }] }, 'projections[0].name: expected a text that is not blank, found " "'],
    [
      { version: 1, projections: [{ name: 'a', query: 'x', mode: 'onetime' }] },
      'projections[0].mode: expected one of "continuous", "one-time", "transient", found "onetime"',
    ],
    [
      { version: 1, projections: [{ name: 'a', query: 'queries/totals.js' }] },
      'projections[0].query: expected a text, a list of lines, or a path like "./totals.js", found "queries/totals.js"',
    ],
    [{ version: 1, events: [{ stream: 'x'.repeat(99), type: [] }] }, 'events[0].type: expected a text that is not empty, found a list'],
  ])('refuses %j', (document, expected) => {
    expect(problems(document)).toEqual([expected])
  })

  it('finds contradictions', () => {
    const id = '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21'
    const event = { stream: 'a', type: 'b', id }
    const document = {
      version: 1,
      users: [
        { login: 'ann', password: 'x' },
        { login: 'ann', password: 'y' },
      ],
      events: [event, { stream: 'a', type: 'b' }, { ...event, id: id.toUpperCase() }],
      projections: [
        { name: 'p', query: '' },
        { name: 'p', query: '', mode: 'one-time', emit: true },
      ],
    }
    expect(problems(document)).toEqual([
      'users[1].login: the same as users[0].login',
      'events[2].id: the same as events[0].id',
      'projections[1].name: the same as projections[0].name',
      'projections[1].emit: a one-time projection that emits needs "checkpoints": true',
    ])
  })

  it('cuts long values', () => {
    const [problem] = problems({ version: 1, clock: 'x'.repeat(200) })
    expect(problem!.length).toBeLessThan(140)
  })
})
