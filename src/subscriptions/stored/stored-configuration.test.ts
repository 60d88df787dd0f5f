import { expect, test } from 'vitest'
import { defaultConfiguration } from '../group/configuration.ts'
import { printConfiguration, readConfiguration } from './stored-configuration.ts'

const change = { by: 'admin', at: Date.UTC(2026, 0, 31, 10, 20, 30, 120) }

test('members that are false or 0 are left out', () => {
  const text = printConfiguration([{ stream: 's', name: 'g', configuration: defaultConfiguration }], change)
  expect(JSON.parse(text)).toEqual({
    version: '2',
    updated: '2026-01-31T10:20:30.12+00:00',
    updatedBy: 'admin',
    entries: [
      {
        stream: 's',
        group: 'g',
        messageTimeout: 10000,
        startPosition: '0',
        liveBufferSize: 500,
        historyBufferSize: 500,
        maxRetryCount: 10,
        readBatchSize: 20,
        checkPointAfter: 1000,
        minCheckPointCount: 10,
        maxCheckPointCount: 500,
        maxSubscriberCount: 10,
        namedConsumerStrategy: 'RoundRobin',
      },
    ],
  })
})

test('the printed text reads back', () => {
  const configuration = {
    ...defaultConfiguration,
    resolveLinks: true,
    extraStatistics: true,
    startFrom: 9223372036854775807n,
    maxRetries: 0,
  }
  const entries = [
    { stream: 's', name: 'g', configuration },
    { stream: 's', name: 'h', configuration: { ...defaultConfiguration, startFrom: -1n, strategy: 'Pinned' } },
  ]
  expect(readConfiguration(printConfiguration(entries, change))).toEqual(entries)
  expect(readConfiguration(printConfiguration([], change))).toEqual([])
})

test.each(['', 'nonsense', '[]', '{}', '{"version": null, "entries": []}', '{"version": "2", "entries": 5}'])(
  '%s is no configuration',
  (text) => {
    expect(readConfiguration(text)).toBeUndefined()
  },
)

test('groups that cannot be are left out', () => {
  const good = { stream: 's', name: 'g', configuration: defaultConfiguration }
  const bad = [
    { ...good, name: 'h', configuration: { ...defaultConfiguration, strategy: 'Unheard' } },
    { ...good, name: 'i', configuration: { ...defaultConfiguration, bufferSize: 5 } },
    good,
  ]
  expect(readConfiguration(printConfiguration([good, ...bad], change))).toEqual([good])
})

test('older configurations name the start by its number only', () => {
  const text = printConfiguration([{ stream: 's', name: 'g', configuration: { ...defaultConfiguration, startFrom: 5n } }], change)
  const [entry] = readConfiguration(text.replace(/"startPosition": "5",/, ''))!
  expect(entry!.configuration.startFrom).toBe(5n)
})
