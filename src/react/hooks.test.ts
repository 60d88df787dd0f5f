import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createStore } from '../engine/store.ts'
import { usePicture, useProjection, useStore, useStream } from '../react.ts'
import { createView } from './view.ts'

it('render on a server, and start nothing there', async () => {
  let starts = 0
  const given = createStore()
  await given.append('order-1', { type: 'placed' })
  function Page() {
    const store = useStore(() => {
      starts++
      return createStore()
    })
    const { events } = useStream(given, 'order-1')
    const { state, error } = useProjection(store, 'count')
    const { picture } = usePicture(given)
    return JSON.stringify({ isThere: store !== undefined, events, state, error: String(error), picture })
  }
  expect(renderToString(h(Page))).toBe('{&quot;isThere&quot;:false,&quot;events&quot;:[],&quot;error&quot;:&quot;undefined&quot;}')
  expect(starts).toBe(0)
  await given.close()
})

it('a view works while it has listeners, and tells all news of a task at once', async () => {
  const signals: AbortSignal[] = []
  let calls = 0
  const view = createView<readonly number[], number>({
    empty: [],
    join: (before, news) => [...before, ...news],
    follow: async (tell, signal) => {
      signals.push(signal)
      for (const news of [1, 2, 3]) tell(await Promise.resolve(news))
    },
  })
  expect(view.snapshot()).toEqual([])
  expect(signals).toEqual([])
  const count = (): void => void calls++
  const stops = [view.subscribe(count), view.subscribe(count)]
  await expect.poll(() => view.snapshot()).toEqual([1, 2, 3])
  expect(calls).toBe(2)
  expect(view.snapshot()).toBe(view.snapshot())
  stops[0]!()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  stops[1]!()
  const again = view.subscribe(count)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  expect(view.snapshot()).toEqual([])
  again()
})
