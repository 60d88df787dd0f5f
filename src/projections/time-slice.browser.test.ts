import { expect, it } from 'vitest'
import { yieldToOthers } from './time-slice.ts'

it('comes behind messages that wait already, like the replies of Workers', async () => {
  const { port1, port2 } = new MessageChannel()
  const order: string[] = []
  port1.addEventListener('message', ({ data }: MessageEvent<string>) => order.push(data))
  port1.start()
  for (const message of ['first', 'second']) {
    port2.postMessage(message)
    await yieldToOthers()
    order.push(`behind ${message}`)
  }
  port1.close()
  expect(order).toEqual(['first', 'behind first', 'second', 'behind second'])
})
