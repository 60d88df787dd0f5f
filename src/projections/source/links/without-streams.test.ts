import { expect, it } from 'vitest'
import { readStampedPosition } from '../../model/positions/provenance.ts'
import { withoutStreams } from './without-streams.ts'

const streams = Array.from({ length: 200 }, (_, n) => `"s${n}":${n - 1}`).join(',')

it.each([
  [`{"$v":"6:-1:0:4","$s":{${streams}}}`, '{"$v":"6:-1:0:4","$s":{}}'],
  [`{"$v":"6:-1:0:4","$s":{${streams}},"$o":"a","$causedBy":"b"}`, '{"$v":"6:-1:0:4","$s":{},"$o":"a","$causedBy":"b"}'],
  [`{"$v":"6:-1:0:4","$c":12,"$p":12,"$s":{${streams}},"$deleted":true}`, '{"$v":"6:-1:0:4","$c":12,"$p":12,"$s":{},"$deleted":true}'],
])('empties long positions, and keeps all else: %#', (metadata, short) => {
  expect(withoutStreams(metadata)).toBe(short)
  const [whole, rest] = [metadata, short].map((text) => readStampedPosition(text, { id: 0 }))
  expect(rest?.stamp).toEqual(whole?.stamp)
  expect(rest?.extra).toEqual(whole?.extra)
})

it.each([
  '{}',
  '{"$v":"6:-1:0:4","$s":{"a":1}}',
  `{"$v":"6:-1:0:4","$s":{${streams},"bad":"text"}}`,
  `{"$v":"6:-1:0:4","$s":{${streams},"fraction":1.5}}`,
  `{"$v":"6:-1:0:4","$s":{${streams},"octal":017}}`,
  `{"$v":"6:-1:0:4","$s":{${streams},}}`,
  `{"$v":"6:-1:0:4","$s":{${streams}`,
  `{"$v":"6:-1:0:4","$s":{${streams},"nested":{}}}`,
  `{"a":{"$v":"6:-1:0:4","$s":{${streams}}}}`,
  `{ "$v": "6:-1:0:4", "$s": {${streams}}}`,
])('leaves short and other texts as they are: %#', (metadata) => {
  expect(withoutStreams(metadata)).toBe(metadata)
})
