import { describe, expect, test } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { createServeLog } from './serve-log.ts'

async function logged(format: 'json' | 'pretty' | 'off' | undefined): Promise<{ readonly printed: string[]; readonly noted: string[] }> {
  const [printed, noted]: [string[], string[]] = [[], []]
  const terminal = { print: async (line: string) => void printed.push(line), note: (line: string) => void noted.push(line) }
  const log = createServeLog(format, terminal, () => new Date('2026-01-01T09:00:00.500Z'))
  const store = createStore({ systemProjections: false })
  log.watch(store.requests)
  await log.tell('Listening.')
  log.warn('Careful.')
  log.query('Seen.')
  store.faults.add({ kind: 'status', status: 503, path: '/streams/', name: 'busy' })
  await store.fetch(new Request('http://localhost/ping?a=1'))
  await store.fetch(new Request('http://localhost/streams/a'))
  await store.close()
  return { printed, noted }
}

describe('the log of serve', () => {
  test('has an object on each line', async () => {
    const { printed, noted } = await logged('json')
    const time = '2026-01-01T09:00:00.500Z'
    expect(noted).toEqual([])
    expect(printed.map((line) => JSON.parse(line) as object)).toMatchObject([
      { time, level: 'info', message: 'Listening.' },
      { time, level: 'warning', message: 'Careful.' },
      { time, level: 'debug', message: 'Seen.' },
      { level: 'info', message: 'request', method: 'GET', path: '/ping?a=1', status: 200 },
      { path: '/streams/a', status: 503, fault: 'busy' },
    ])
  })
  test('has a line for each request', async () => {
    const { printed, noted } = await logged('pretty')
    expect(noted).toEqual(['Careful.'])
    expect(printed).toEqual([
      'Listening.',
      'Seen.',
      expect.stringMatching(/^09:00:00\.500 GET \/ping\?a=1 200 [\d.]+ ms$/),
      expect.stringMatching(/^09:00:00\.500 GET \/streams\/a 503 [\d.]+ ms \(fault busy\)$/),
    ])
  })
  test('has the start and warnings where nothing is said', async () => {
    expect(await logged(undefined)).toEqual({ printed: ['Listening.', 'Seen.'], noted: ['Careful.'] })
  })
  test('is silent', async () => expect(await logged('off')).toEqual({ printed: [], noted: [] }))
})
