import assert from 'node:assert/strict'
import { test } from 'vitest'
import { queryEvent } from '../../../query/query-event.fixture.ts'
import type { QueryWrite } from '../../../query/query.ts'
import type { Delivery } from '../../source/batch.ts'
import { runFixture } from '../../model/definition/definition.fixture.ts'
import { createFeedback, enoughOwn } from './feedback.ts'

const tag = { kind: 'stream', stream: 's', number: 0 } as const
const delivery = (stream: string): Delivery => ({
  event: queryEvent({ stream, record: { stream, number: 0, position: 0, created: 0 } }),
  tag,
  cursor: { tag, passed: tag, live: undefined },
  progress: 0,
  read: 0,
})
const emission = (event: number): QueryWrite => ({ kind: 'emit', event, stream: 'own', type: 'T', data: '', isJson: false, metadata: [] })
const isOwn = (stream: string) => stream === 'own'

/** @returns whether it is found after so many events, of the streams in turns, of which those emit that are said to. */
function isFoundAfter(events: number, streams: readonly string[], emits: (stream: string) => boolean): boolean {
  const feedback = createFeedback()
  const deliveries = Array.from({ length: events }, (_, index) => delivery(streams[index % streams.length]!))
  const writes = deliveries.flatMap(({ event }, index) => (emits(event.stream!) ? [emission(index)] : []))
  feedback.see({ finished: events, writes }, deliveries, isOwn)
  return feedback.mark(runFixture()).feedsItself ?? false
}

test('a projection feeds itself where its own events make it emit, again and again', () => {
  assert.equal(
    isFoundAfter(enoughOwn - 1, ['own'], () => true),
    false,
  )
  assert.equal(
    isFoundAfter(enoughOwn, ['own'], () => true),
    true,
  )
  assert.equal(
    isFoundAfter(2 * enoughOwn, [...Array.from({ length: 30 }, () => 'own'), 'other'], () => true),
    true,
  )
})

test('it does not where its own events end what others began', () => {
  assert.equal(isFoundAfter(5 * enoughOwn, ['other', 'own'], isOther), false)
  assert.equal(
    isFoundAfter(5 * enoughOwn, ['own'], () => false),
    false,
  )
  assert.equal(
    isFoundAfter(5 * enoughOwn, ['other', 'own', 'own', 'own'], () => true),
    false,
  )
})

const isOther = (stream: string) => stream === 'other'
