import { expect, test } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { assistantText } from './assistant-text.ts'

const draft = {
  name: 'totals',
  query: "fromStream('a').when({\n  A: (s, e) => e.data.items.length,\n})",
  mode: 'continuous',
  emit: false,
} as const

test('has the query, the fault with its line, and the event with its state', async () => {
  const store = createStore({ systemProjections: false })
  await store.append('a', [
    { type: 'A', data: { items: [1] } },
    { type: 'A', data: { note: '```js' } },
    { type: 'B', data: {} },
  ])
  const text = await assistantText(store, draft)
  await store.close()
  expect(text).toContain('```js\n' + draft.query + '\n```')
  expect(text).toContain("## Fault\n\nLine 2, column 28.\n\n```\nCannot read property 'length' of undefined\n```")
  expect(text).toContain('## Event `0@a`\n\nType `A`, handler `A`.')
  // What the event has cannot end its block.
  expect(text).toContain('````json\n{\n  "note": "```js"\n}\n````')
  expect(text).toContain('State before:\n\n```json\n1\n```\n\nThis event is the one that failed.')
  expect(text).not.toContain('"undefined"')
})

test('says where nothing was handled', async () => {
  const store = createStore({ systemProjections: false })
  await store.append('b', { type: 'A' })
  expect(await assistantText(store, { ...draft, query: "fromStream('a').when({ A() {} })" })).toContain('events it handled 0.')
  expect(await assistantText(store, { ...draft, query: 'fromAll().when({' })).toContain('## Fault')
  await store.close()
})
