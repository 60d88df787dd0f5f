import { expect, it } from 'vitest'
import { createStore } from '../../engine/store.ts'

const query = `fromStream('s').when({ $any: (state, event) => ({ seen: [...(state.seen ?? []), event.eventType + event.sequenceNumber] }) })`
const link = (target: string, metadata?: object) => ({ type: '$>', data: target, ...(metadata && { metadata }) })
const event = (type: string) => ({ type, data: {} })

it.each([
  ['a link to a later event', [link('1@s'), event('A')], ['A1', 'A1']],
  ['a link to the last event', [event('A'), link('-1@s'), event('B')], ['A0', 'B2', 'B2']],
  ['a link that cannot be read', [event('A'), link('0@s', { s: 'a' }), event('B'), event('C')], ['A0']],
])('the live reader takes %s together with the whole post', async (_, post, seen) => {
  const store = createStore({ security: 'insecure', systemProjections: false })
  await store.project('p', query)
  await store.settled()
  await store.append('s', post)
  await store.append('other', [event('A')])
  await store.append('s', [event('Later')])
  await store.settled()
  const answer = await store.fetch(new Request('http://store/projection/p/state'))
  expect(await answer.json()).toEqual({ seen: [...seen, `Later${post.length}`] })
  await store.close()
})
