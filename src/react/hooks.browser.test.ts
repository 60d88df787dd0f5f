import { createElement as h, StrictMode, useState } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, expectTypeOf, it } from 'vitest'
import { isError } from '../base/platform/realms.ts'
import type { Store } from '../engine/store.ts'
import { createStore } from '../engine/store.ts'
import { usePicture, useProjection, useStore, useStream } from '../react.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const open = (): Store => {
  const store = createStore({ systemProjections: false })
  undo.push(() => store.close())
  return store
}

/** Renders under StrictMode, as applications do in development. */
function render(node: ReactNode) {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const unmount = (): void => root.unmount()
  undo.push(unmount)
  root.render(h(StrictMode, undefined, node))
  return { place, unmount, again: (other: ReactNode) => root.render(h(StrictMode, undefined, other)) }
}

let renderings = 0

const shown = (error: unknown): string => (isError(error) ? error.message : 'no error')

interface Events {
  placed: { total: number }
  cancelled: undefined
}

function Types({ store, stream = 'order-1', limit = 1000 }: { store: Store<Events> | undefined; stream?: string; limit?: number }) {
  renderings++
  const { events, error } = useStream(store, stream, { limit })
  for (const event of events) if (event.type === 'placed') expectTypeOf(event.data).toEqualTypeOf<{ total: number }>()
  return error === undefined ? events.map(({ type }) => type).join(' ') : shown(error)
}

it('show the events of a stream as they are written, each once', async () => {
  const store = open()
  await store.append('order-1', { type: 'placed', data: { total: 1 } })
  const { place, again } = render(h(Types, { store }))
  await expect.poll(() => place.textContent).toBe('placed')
  await store.append('order-1', { type: 'paid' })
  await store.append('order-2', { type: 'other' })
  await expect.poll(() => place.textContent).toBe('placed paid')
  again(h(Types, { store, stream: 'order-2' }))
  await expect.poll(() => place.textContent).toBe('other')
  again(h(Types, { store, limit: 1 }))
  await expect.poll(() => place.textContent).toBe('paid')
})

it('render many events a few times', async () => {
  const store = open()
  await store.append(
    'order-1',
    Array.from({ length: 2000 }, () => ({ type: 't' })),
  )
  renderings = 0
  const { place } = render(h(Types, { store }))
  await expect.poll(() => place.textContent).toBe(Array.from({ length: 1000 }, () => 't').join(' '))
  // StrictMode renders twice.
  expect(renderings).toBeLessThan(40)
})

it('begin anew when the store is reset, and say why a stream has no more events', async () => {
  const store = open()
  await store.append('order-1', { type: 'before' })
  const { place } = render(h(Types, { store }))
  await expect.poll(() => place.textContent).toBe('before')
  await store.reset()
  await expect.poll(() => place.textContent).toBe('')
  await store.append('order-1', { type: 'after' })
  await expect.poll(() => place.textContent).toBe('after')
  await store.direct(new Request('http://es.test/streams/order-1', { method: 'DELETE', headers: { 'ES-HardDelete': 'true' } }))
  await expect.poll(() => place.textContent).toContain('410')
})

function Total({ store, partition }: { store: Store | undefined; partition?: string }) {
  renderings++
  const { state, error } = useProjection<{ n: number }>(store, 'count', partition)
  return error === undefined ? `n=${state?.n}` : shown(error)
}

it('show the state of a projection as it changes', async () => {
  const store = open()
  const { place, again } = render(h(Total, { store }))
  await expect.poll(() => place.textContent).toContain('There is no projection "count"')
  await store.project('count', 'fromAll().foreachStream().when({ $init: () => ({ n: 0 }), t: (s) => ({ n: s.n + 1 }) })')
  await store.append('a', [{ type: 't' }, { type: 't' }])
  await store.append('b', { type: 't' })
  again(h(Total, { store, partition: 'a' }))
  await expect.poll(() => place.textContent).toBe('n=2')
  await store.append('a', { type: 't' })
  await expect.poll(() => place.textContent).toBe('n=3')
  const before = renderings
  await store.append('c', { type: 'u' })
  await store.settled()
  again(h(Total, { store, partition: 'b' }))
  await expect.poll(() => place.textContent).toBe('n=1')
  expect(renderings - before).toBeLessThan(12)
})

function Overview({ store, projection }: { store: Store | undefined; projection?: string }) {
  renderings++
  const { picture, error } = usePicture(store, { projection })
  if (!picture) return error === undefined ? '' : shown(error)
  return [...picture.streams.map(({ name }) => name), picture.shown?.name, picture.shown?.status, picture.shown?.state].join(' ')
}

it('show the picture of a store as it changes, and why there is none', async () => {
  const store = open()
  await store.append('a', { type: 't' })
  const { place, again } = render(h(Overview, { store }))
  await expect.poll(() => place.textContent).toMatch(/^(?!.*\$projections-count).*\ba\b/)
  await store.project('count', 'fromAll().when({ $init: () => ({ n: 0 }), t: (s) => ({ n: s.n + 1 }) })')
  await store.project('broken', 'fromAll(')
  await expect.poll(() => place.textContent).toContain('count Running {"n":1}')
  await store.append('b', { type: 't' })
  await expect.poll(() => place.textContent).toMatch(/\bb\b.* count Running {"n":2}/)
  await store.settled()
  const before = renderings
  again(h(Overview, { store, projection: 'broken' }))
  await expect.poll(() => place.textContent).toContain('broken Faulted')
  expect(renderings - before).toBeLessThan(12)
  await store.close()
  again(h(Overview, { store, projection: 'count' }))
  await expect.poll(() => place.textContent).toContain('closed')
})

it('start a store and stop it with its component, also under StrictMode', async () => {
  const running = new Set<Store>()
  const start = async (): Promise<Store & { stop(): Promise<void> }> => {
    const store = open()
    running.add(store)
    await store.append('order-1', { type: 'seeded' })
    return {
      ...store,
      stop: () => {
        running.delete(store)
        return store.close()
      },
    }
  }
  function Application() {
    const store = useStore(start)
    const [isShown, show] = useState(true)
    return [h('button', { key: 1, onClick: () => show(!isShown) }), isShown ? h(Types, { key: 2, store }) : undefined]
  }
  const { place, unmount } = render(h(Application))
  await expect.poll(() => place.textContent).toBe('seeded')
  await expect.poll(() => running.size).toBe(1)
  place.querySelector('button')!.click()
  await expect.poll(() => place.textContent).toBe('')
  place.querySelector('button')!.click()
  await expect.poll(() => place.textContent).toBe('seeded')
  unmount()
  await expect.poll(() => running.size).toBe(0)
})
