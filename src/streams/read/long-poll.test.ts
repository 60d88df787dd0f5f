import { describe, expect, it } from 'vitest'
import { newEvents } from '../../base/events/event-table.ts'
import { newEvent, streamsForTests } from '../streams.fixture.ts'
import type { PageRequest } from '../streams.ts'
import { expectedVersion } from '../streams.ts'

const { any } = expectedVersion
const from = (number: bigint, stream = 's'): PageRequest => ({
  stream,
  from: number,
  direction: 'forward',
  count: 20,
  resolveLinks: true,
})

/** A long poll of stream `s` from number 1 on, when it has one event. */
async function givenPoll(request: PageRequest = from(1n)) {
  const given = streamsForTests()
  const { streams } = given
  const append = (id: string, stream = 's') => streams.append({ stream, events: newEvents([newEvent(id)]), expected: any })
  await append('a')
  const client = new AbortController()
  const state = { answered: false }
  const answer = streams.readPage(request, { milliseconds: 5000, signal: client.signal })
  const settled = answer.then(
    () => (state.answered = true),
    () => (state.answered = true),
  )
  await turns()
  return { ...given, append, answer, settled, client, state }
}

/** Runs everything that waits only for its turn. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const numbers = (outcome: Awaited<ReturnType<ReturnType<typeof streamsForTests>['streams']['readPage']>>) =>
  outcome.kind === 'page' ? outcome.entries.map((entry) => entry.kind === 'event' && entry.event.number) : outcome.kind

describe('a long poll', () => {
  it('answers with the event it waited for', async () => {
    const { append, answer, state } = await givenPoll()
    expect(state.answered).toBe(false)
    await append('b')
    expect(numbers(await answer)).toEqual([1])
  })

  it('answers at once where there is something to read', async () => {
    const { answer, timers } = await givenPoll(from(0n))
    expect(numbers(await answer)).toEqual([0])
    expect(timers()).toBe(0)
  })

  it('is not woken by other streams, by metadata or by a soft deletion', async () => {
    const { append, streams, answer, state } = await givenPoll()
    await append('x', 'other')
    await append('m', '$$s')
    await streams.delete({ stream: 's', expected: any, hard: false })
    await turns()
    expect(state.answered).toBe(false)
    await append('b')
    expect(numbers(await answer)).toEqual([1])
  })

  it('is woken by an event before the one it waits for, and then answers whatever there is', async () => {
    const { append, answer } = await givenPoll(from(5n))
    await append('b')
    expect(numbers(await answer)).toEqual([])
  })

  it('is woken by a hard deletion', async () => {
    const { streams, answer } = await givenPoll()
    await streams.delete({ stream: 's', expected: any, hard: true })
    expect(numbers(await answer)).toBe('deleted')
  })

  it('reads once more when the time is up', async () => {
    const { answer, ring, timers } = await givenPoll()
    ring()
    expect(numbers(await answer)).toEqual([])
    expect(timers()).toBe(0)
  })

  it('waits for a stream to come into being', async () => {
    const { append, answer } = await givenPoll(from(0n, 'new'))
    await append('n', 'new')
    expect(numbers(await answer)).toEqual([0])
  })

  it('rejects when the client gives up, and leaves no timer behind', async () => {
    const { answer, client, timers } = await givenPoll()
    client.abort()
    await expect(answer).rejects.toBe(client.signal.reason)
    expect(timers()).toBe(0)
  })

  it('answers with the existing events when the streams are closed', async () => {
    const { answer, streams } = await givenPoll()
    streams.close()
    expect(numbers(await answer)).toEqual([])
    expect(numbers(await streams.readPage(from(1n), { milliseconds: 5000, signal: new AbortController().signal }))).toEqual([])
  })

  it.each([0, 1, 20])('answers with the existing events when all waiting is ended %i turns later, and others wait again', async (later) => {
    const { streams, append } = await givenPoll()
    const poll = { milliseconds: 5000, signal: new AbortController().signal }
    const answer = streams.readPage(from(1n), poll)
    for (let turn = 0; turn < later; turn++) await Promise.resolve()
    streams.answerPolls()
    expect(numbers(await answer)).toEqual([])
    const next = streams.readPage(from(1n), poll)
    await turns()
    await append('b')
    expect(numbers(await next)).toEqual([1])
  })

  it('waits again after an idle hint', async () => {
    const { storage, append, answer, state } = await givenPoll()
    await storage.write(async (tx) => tx.putRow({ name: 'rows' }, 'key', 1))
    await turns()
    expect(state.answered).toBe(false)
    await append('b')
    expect(numbers(await answer)).toEqual([1])
  })
})

describe('a long poll of everything', () => {
  const poll = { milliseconds: 5000, signal: new AbortController().signal }

  it('is woken by any record, and waits only while its page is empty', async () => {
    const { streams } = streamsForTests()
    await streams.append({ stream: 's', events: newEvents([newEvent('a')]), expected: any })
    const all = { direction: 'forward', count: 20, resolveLinks: false } as const
    const first = await streams.readAll({ ...all, from: { commit: 0n, prepare: 0n } }, poll)
    expect(first).toMatchObject({ kind: 'page', entries: [{ event: { id: 'a' } }] })
    const filter = { kind: 'prefix', of: 'type', prefixes: ['U'] } as const
    const answer = streams.readAll({ ...all, from: { commit: 0n, prepare: 0n }, filter }, poll)
    await turns()
    await streams.append({ stream: 'other', events: newEvents([newEvent('b')]), expected: any })
    expect(await answer).toMatchObject({ kind: 'page', entries: [] })
  })

  it('waits behind the last record even where the client knows all there is', async () => {
    const { streams } = streamsForTests()
    await streams.append({ stream: 's', events: newEvents([newEvent('a')]), expected: any })
    const all = { direction: 'forward', count: 20, resolveLinks: false, unless: 0n } as const
    expect(await streams.readAll({ ...all, from: { commit: 0n, prepare: 0n } }, poll)).toMatchObject({ kind: 'not-modified' })
    const answer = streams.readAll({ ...all, from: { commit: 1n, prepare: 0n } }, poll)
    await turns()
    await streams.append({ stream: 's', events: newEvents([newEvent('b')]), expected: any })
    expect(await answer).toMatchObject({ kind: 'page', entries: [{ event: { id: 'b' } }] })
  })
})
