import { expect, it } from 'vitest'
import { yieldToOthers } from './time-slice.ts'

it('comes behind replies of Workers that wait already', async () => {
  const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data)'])))
  const order: string[] = []
  const { promise: isReady, resolve } = Promise.withResolvers<void>()
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => (data === 'ready' ? resolve() : order.push(data)))
  worker.postMessage('ready')
  await isReady
  for (const message of ['first', 'second']) {
    worker.postMessage(message)
    // The reply arrives meanwhile and waits.
    for (const end = performance.now() + 50; performance.now() < end;);
    await yieldToOthers()
    order.push(`behind ${message}`)
  }
  worker.terminate()
  expect(order).toEqual(['first', 'behind first', 'second', 'behind second'])
})
