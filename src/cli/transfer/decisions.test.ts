import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../../base/events/events.ts'
import { defaultTuning } from '../../projections/model/definition/definition.ts'
import { configurationText } from '../remote/projection-configuration.ts'
import { neededProjections } from './needed-projections.ts'
import { shifted } from '../remote/shifted-metadata.ts'
import { writerOf } from '../files/provenance.ts'
import { isOfUsers } from '../../streams/system.ts'

describe('isOfUsers', () => {
  it.each([
    ['order-1', true],
    ['$$order-1', true],
    ['$ce-order', false],
    ['$$$ce-order', false],
    ['$settings', false],
    ['', true],
  ])('%s: %s', (stream, expected) => expect(isOfUsers(stream)).toBe(expected))
})

describe('writerOf', () => {
  it.each([
    ['', undefined],
    ['{"by":"ann"}', undefined],
    ['{"$v":"6:-1:0:4","$s":{"x":0}}', 6],
    ['{"who":"me","$v":"12:3:4"}', 12],
    ['{"$v":5}', undefined],
    ['{"$v":"text"}', undefined],
    ['no JSON "$v"', undefined],
  ])('%s: %s', (metadata, id) => expect(writerOf({ metadata })).toBe(id))
})

describe('configurationText', () => {
  it('is absent for the numbers of a new projection', () => {
    expect(configurationText({ ...defaultTuning })).toBeUndefined()
    // As a server prints it: without zeros.
    expect(
      configurationText({
        emitEnabled: true,
        checkpointHandledThreshold: 4000,
        checkpointUnhandledBytesThreshold: 10_000_000,
        pendingEventsThreshold: 5000,
        maxWriteBatchLength: 500,
      }),
    ).toBeUndefined()
  })

  it('is the whole configuration otherwise', () => {
    const configuration = { ...defaultTuning, checkpointAfterMs: 5, emitEnabled: true }
    expect(JSON.parse(configurationText(configuration)!)).toEqual(configuration)
    expect(configurationText({})).toBe('{}')
  })
})

describe('neededProjections', () => {
  const sources = (given: { categories?: string[]; streams?: string[] }) =>
    ({ mode: 'Continuous', sources: { categories: [], streams: [], ...given } }) as unknown as NonNullable<
      Parameters<typeof neededProjections>[0]
    >

  it.each([
    [{}, []],
    [{ categories: ['order', 'cart'] }, ['$by_category']],
    [{ streams: ['order-1', '$ce-order'] }, ['$by_category']],
    [{ streams: ['$et-placed', '$et'] }, ['$by_event_type']],
    [{ streams: ['$bc-1', '$category-a', '$streams'] }, ['$by_correlation_id', '$stream_by_category', '$streams']],
  ])('of %j are %j', (given, expected) => expect(neededProjections(sources(given))).toEqual(expected))

  it('are none of a category that the second engine reads', () => {
    expect(neededProjections({ ...sources({ categories: ['order'] }), engineVersion: 2 })).toEqual([])
    expect(neededProjections({ ...sources({ streams: ['$ce-order'] }), engineVersion: 2 })).toEqual(['$by_category'])
  })

  it('are none of a query that could not be read', () => expect(neededProjections(undefined)).toEqual([]))
})

describe('shifted', () => {
  const dataOf = (data: string, by: number) => shifted({ data } as RecordedEvent, by).data

  it.each([
    ['{"$tb":57,"$maxCount":5}', 50, '{\n  "$tb": 7,\n  "$maxCount": 5\n}'],
    ['{"$tb":57}', 60, '{\n  "$tb": 0\n}'],
    ['{"$tb":57}', 0, '{"$tb":57}'],
    ['{"$tb":9223372036854775807}', 50, '{"$tb":9223372036854775807}'],
    ['{"$maxCount":5}', 50, '{"$maxCount":5}'],
    ['no JSON', 50, 'no JSON'],
  ])('%s by %i is %s', (data, by, expected) => expect(dataOf(data, by)).toBe(expected))
})
