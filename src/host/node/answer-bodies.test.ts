import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { AnswerBodies } from './answer-bodies.ts'

/** A client's side of an answer: reads when told to. */
class Client extends EventEmitter {
  readonly got: Uint8Array[] = []
  socket: object | null = {}
  isCut = false
  isEnded = false
  #ended: (() => void) | undefined

  write(bytes: Uint8Array): boolean {
    this.got.push(bytes)
    return false
  }

  end(bytes: Uint8Array, done: () => void): void {
    this.got.push(bytes)
    this.isEnded = true
    this.#ended = done
  }

  read(): void {
    if (this.#ended) this.#ended()
    else this.emit('drain')
  }

  destroy(): void {
    this.isCut = true
    this.emit('close')
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

const setUp = (limits = { most: 10_000_000, patience: 60_000 }) => {
  const timers = new Set<() => void>()
  const after = (_: number, callback: () => void) => {
    timers.add(callback)
    return () => void timers.delete(callback)
  }
  const bodies = new AnswerBodies({ now: () => 0, after }, limits)
  const seconds = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second++) {
      const due = [...timers]
      for (const timer of due) {
        if (!timers.delete(timer)) continue
        timer()
        await turn()
      }
    }
  }
  return { bodies, seconds, timers }
}

const body = (length: number, byte = 1) => new Uint8Array(length).fill(byte)

test('writes the next piece when the client has read the last one', async () => {
  const { bodies, timers } = setUp()
  const client = new Client()
  const sent = bodies.send(client, body(600_000))
  for (const pieces of [1, 2, 3]) {
    await turn()
    expect(client.got).toHaveLength(pieces)
    client.read()
  }
  await sent
  expect(Buffer.concat(client.got).equals(body(600_000))).toBe(true)
  expect([client.isEnded, client.isCut, bodies.held, timers.size]).toEqual([true, false, 0, 0])
  expect([client.listenerCount('drain'), client.listenerCount('close')]).toEqual([0, 0])
})

test('holds equal bodies once, until the last client is served', async () => {
  const { bodies } = setUp()
  const clients = Array.from({ length: 100 }, () => new Client())
  const sent = clients.map((client) => bodies.send(client, body(1_000_000)))
  const other = new Client()
  const sentToOther = bodies.send(other, body(1_000_000, 2))
  expect(bodies.held).toBe(2_000_000)
  expect(new Set(clients.map(({ got }) => got[0]!.buffer)).size).toBe(1)
  other.emit('close')
  await sentToOther
  expect(bodies.held).toBe(1_000_000)
  for (const client of clients) client.emit('close')
  await Promise.all(sent)
  expect(bodies.held).toBe(0)
})

test('cuts off a client that reads nothing for a minute, but none that reads slowly or waits for its turn', async () => {
  const { bodies, seconds } = setUp()
  const [deaf, slow, queued] = [new Client(), new Client(), new Client()]
  queued.socket = null
  const sent = [deaf, slow, queued].map((client) => bodies.send(client, body(600_000)))
  await seconds(59)
  slow.read()
  await turn()
  await seconds(59)
  await sent[0]
  expect([deaf.isCut, slow.isCut, queued.isCut]).toEqual([true, false, false])
  slow.read()
  await turn()
  slow.read()
  await sent[1]
  queued.destroy()
  await sent[2]
  expect(bodies.held).toBe(0)
})

test('cuts off clients that read nothing for a second while bodies hold too much', async () => {
  const { bodies, seconds } = setUp({ most: 3_000_000, patience: 60_000 })
  const clients = Array.from({ length: 5 }, () => new Client())
  const sent = clients.map((client, index) => bodies.send(client, body(1_000_000, index)))
  expect(bodies.held).toBe(5_000_000)
  let hasRoom = false
  const room = bodies.untilRoom().then(() => (hasRoom = true))
  await turn()
  expect(hasRoom).toBe(false)
  await seconds(3)
  await room
  expect([bodies.held, clients.map(({ isCut }) => isCut)]).toEqual([3_000_000, [true, true, false, false, false]])
  for (const client of clients) client.emit('close')
  await Promise.all(sent)
})
