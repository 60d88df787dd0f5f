// Built-ins whose errors name a value that the engine's own texts omit.

import { replace, replaceConstructor, textOf } from './replace.ts'

export function bridgeErrors(): void {
  const { BigInt, Error, RangeError, SyntaxError, TypeError, String, WeakMap, WeakSet } = globalThis
  const { apply } = Reflect
  const { isInteger } = Number

  const isObject = (value: unknown): boolean => (typeof value === 'object' && value !== null) || typeof value === 'function'

  // ---- BigInt(value)

  replaceConstructor(BigInt, function (this: unknown, value: unknown) {
    if (new.target !== undefined) throw new TypeError('BigInt is not a constructor')
    try {
      return BigInt(value as number)
    } catch (error) {
      if (error instanceof SyntaxError) throw new SyntaxError(' Cannot convert ' + String(value) + ' to a BigInt')
      if (value === undefined || value === null || typeof value === 'symbol') {
        throw new TypeError('Cannot convert a ' + (value === undefined ? 'Undefined' : value === null ? 'Null' : 'Symbol') + ' to a BigInt')
      }
      if (!(error instanceof RangeError)) throw error
      throw new RangeError('The number ' + textOf(value) + ' cannot be converted to a BigInt because it is not an integer')
    }
  })

  // ---- others

  replace(String, 'fromCodePoint', (original: (...points: number[]) => string) => {
    return {
      fromCodePoint(...points: unknown[]) {
        for (let i = 0; i < points.length; i += 1) {
          const point = Number(points[i])
          if (!isInteger(point) || point < 0 || point > 0x10ffff) throw new RangeError('Invalid code point ' + String(points[i]))
        }
        return apply(original, String, points) as string
      },
    }
  })

  const refusePrototype = (value: unknown): never => {
    throw new TypeError('Object prototype may only be an Object or null: ' + String(value))
  }
  replace(Object, 'create', (original: (prototype: object | null, ...members: [PropertyDescriptorMap]) => object) => {
    return {
      create(prototype: unknown, ...members: [PropertyDescriptorMap]) {
        return isObject(prototype) || prototype === null ? original(prototype as object | null, ...members) : refusePrototype(prototype)
      },
    }
  })
  replace(Object, 'setPrototypeOf', (original: (target: object, prototype: object | null) => object) => {
    return {
      setPrototypeOf(target: object, prototype: unknown) {
        if (target === null || target === undefined)
          throw new TypeError('Cannot call method on ' + (target === null ? 'null' : 'undefined'))
        return isObject(prototype) || prototype === null ? original(target, prototype as object | null) : refusePrototype(prototype)
      },
    }
  })

  type Define = (target: object, key: PropertyKey, descriptor: PropertyDescriptor) => object
  replace(Object, 'defineProperty', (original: Define) => {
    return {
      defineProperty(target: object, key: PropertyKey, descriptor: PropertyDescriptor) {
        try {
          return original(target, key, descriptor)
        } catch (error) {
          const message: unknown = error instanceof Error ? error.message : ''
          const fixed = message === 'object is not extensible' || message === 'property is not configurable'
          throw fixed ? new TypeError('Cannot redefine property: ' + String(key)) : error
        }
      },
    }
  })

  const keyedBy = (type: string, original: (...given: unknown[]) => unknown) => {
    return {
      put(this: unknown, ...given: unknown[]) {
        if (!isObject(given[0]) && typeof given[0] !== 'symbol') throw new TypeError(type + ', got ' + String(given[0]))
        return apply(original, this, given)
      },
    }
  }
  replace(WeakMap.prototype, 'set', (original: (...given: unknown[]) => unknown) => keyedBy('WeakMap key must be an object', original))
  replace(WeakSet.prototype, 'add', (original: (...given: unknown[]) => unknown) =>
    keyedBy('WeakSet value must be an object or symbol', original),
  )
}
