// Generates events like those seen: the same types in like order, with data of the same shapes. The same seed gives the same data.

import { seededRandom } from '../../../engine/faults/random.ts'
import type { Json } from '../steps/json-diff.ts'
import type { Shape } from './shapes.ts'
import { shapeOf } from './shapes.ts'

/** An event that was seen, or one like it. */
export interface Sample {
  readonly type: string
  /** Undefined if it has none, or none that are JSON. */
  readonly data: Json | undefined
}

/** @param samples oldest first. @param seed any integer. */
export function generateEvents(samples: readonly Sample[], count: number, seed: number): readonly Sample[] {
  if (samples.length === 0) return []
  const generator = new Generator(seededRandom(seed))
  const byType = Map.groupBy(samples, ({ type }) => type)
  const shapes = new Map([...byType].map(([type, own]) => [type, shapeOfData(own)]))
  let last = samples.at(-1)!.type
  return Array.from({ length: count }, (): Sample => {
    last = generator.typeAfter(last, samples)
    const shape = shapes.get(last)
    return { type: last, data: shape && generator.value(shape) }
  })
}

function shapeOfData(samples: readonly Sample[]): Shape | undefined {
  const data = samples.flatMap((sample) => (sample.data === undefined ? [] : [sample.data]))
  return data.length > 0 ? shapeOf(data) : undefined
}

class Generator {
  readonly #random: () => number
  /** How far each shape has counted. */
  readonly #counts = new Map<Shape, number>()

  constructor(random: () => number) {
    this.#random = random
  }

  /** Follows one type with another as often as the samples do. */
  typeAfter(last: string, samples: readonly Sample[]): string {
    const after = samples.flatMap(({ type }, index) => (samples[index - 1]?.type === last ? [type] : []))
    return this.#oneOf(after.length > 0 ? after : samples.map(({ type }) => type))
  }

  value(shape: Shape): Json {
    switch (shape.kind) {
      case 'choice':
        return this.#oneOf(shape.values)
      case 'number':
        return this.#number(shape.least, shape.most, shape.digits)
      case 'guid':
        return this.#guid()
      case 'time':
        return timeText(this.#number(shape.least, shape.most, 0), shape.length)
      case 'counted':
        return `${shape.prefix}${String(this.#next(shape)).padStart(shape.width, '0')}`
      case 'list':
        return shape.item ? Array.from({ length: this.#number(shape.least, shape.most, 0) }, () => this.value(shape.item!)) : []
      case 'object':
        return Object.fromEntries(
          shape.members.flatMap(({ name, share, shape: own }) => (this.#random() < share ? [[name, this.value(own)] as const] : [])),
        )
      case 'mixed':
        return this.value(this.#part(shape.parts))
    }
  }

  #oneOf<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)]!
  }

  #number(least: number, most: number, digits: number): number {
    const unit = 10 ** -digits
    const steps = Math.round((most - least) / unit)
    return Number((least + Math.floor(this.#random() * (steps + 1)) * unit).toFixed(digits))
  }

  #guid(): string {
    return '00000000-0000-4000-8000-000000000000'.replaceAll('0', (digit, at: number) =>
      at === 19 ? digit : Math.floor(this.#random() * 16).toString(16),
    )
  }

  #next(shape: Extract<Shape, { kind: 'counted' }>): number {
    const next = (this.#counts.get(shape) ?? shape.last) + 1
    this.#counts.set(shape, next)
    return next
  }

  #part(parts: Extract<Shape, { kind: 'mixed' }>['parts']): Shape {
    let rest = this.#random()
    return (parts.find(({ share }) => (rest -= share) < 0) ?? parts.at(-1)!).shape
  }
}

/** A day, or a moment with its Z. @param length of the text. */
const timeText = (time: number, length: number): string => {
  const text = new Date(time).toISOString()
  return length === 10 ? text.slice(0, 10) : `${text.slice(0, length - 1)}Z`
}
