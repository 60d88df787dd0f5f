// Prints positions: for statistics, as JSON, and as the first members of written events' metadata.

import { printNumber } from '../../../base/events/events.ts'
import { writeCompactJson } from '../../../base/json/write.ts'
import type { Tag } from './checkpoint.ts'
import { numberOfType } from './checkpoint.ts'
import type { Stamp } from './provenance.ts'

/** The position as statistics and fault texts show it (projections-http §6.3). */
export function printTag(tag: Tag): string {
  switch (tag.kind) {
    case 'log':
      return `C:${tag.commit}/P:${tag.prepare}`
    case 'types':
      return `C:${tag.commit}/P:${tag.prepare}; ${tag.types.map((type, index) => `${type}: ${numberOfType(tag, index)}; `).join('')}`
    case 'stream':
      return `${tag.stream}: ${printNumber(tag.number)}`
    case 'streams':
      return tag.streams.map((stream, index) => `${stream}: ${printNumber(tag.numbers[index]!)}; `).join('')
    case 'phase':
      return tag.completed ? 'Phase: 1 (completed)' : 'Phase: 1'
  }
}

/** The position as compact JSON, as `ES-Position` has it (projections-http §9). */
export const tagJson = (tag: Tag): string => `{${tagMembers(tag)}}`

/** The first members of a written event's metadata: its writer and the position, without braces (projection-language §6). */
export const stampedMembers = (tag: Tag, stamp: Stamp): string => `${stampMember(stamp)}${tagMembers(tag)}`

/** Transient projections, whose ids are negative, leave no stamp. */
const stampMember = ({ id, epoch, version }: Stamp): string => (id > 0 ? `"$v":"${id}:${epoch}:${version}:4",` : '')

function tagMembers(tag: Tag): string {
  switch (tag.kind) {
    case 'log':
      return `"$c":${tag.commit},"$p":${tag.prepare}`
    case 'types':
      return `"$c":${tag.commit},"$p":${tag.prepare},"$s":${numbers(tag.types, (index) => numberOfType(tag, index))}`
    case 'stream':
      return `"$s":{${writeCompactJson(tag.stream)}:${printNumber(tag.number)}}`
    case 'streams':
      return `"$s":${numbers(tag.streams, (index) => tag.numbers[index]!)}`
    case 'phase':
      return `"$ph":1,"$cp":${tag.completed}`
  }
}

const numbers = (names: readonly string[], numberAt: (index: number) => number): string =>
  `{${printedNames(names)
    .map((name, index) => `${name}:${printNumber(numberAt(index))}`)
    .join(',')}}`

const printed = new WeakMap<readonly string[], readonly string[]>()

/** Printed once for each list: positions of one source share it, and it may be long. */
function printedNames(names: readonly string[]): readonly string[] {
  const all = printed.get(names) ?? names.map((name) => writeCompactJson(name))
  printed.set(names, all)
  return all
}
