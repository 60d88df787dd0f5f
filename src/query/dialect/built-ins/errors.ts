// Built-ins whose errors name a value that the engine's own texts omit.

import { replace, replaceConstructor, textOf } from './replace.ts'

export function bridgeErrors(): void {
  const { BigInt, Error, RangeError, SyntaxError, TypeError, String, WeakMap, WeakSet } = globalThis
  const { apply } = Reflect
  const { isInteger } = Number

  const isObjectOrFunction = (value: unknown): boolean => (typeof value === 'object' && value !== null) || typeof value === 'function'

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

  const { fromCodePoint } = String
  replace(String, {
    fromCodePoint(...points: unknown[]) {
      for (let i = 0; i < points.length; i += 1) {
        const point = Number(points[i])
        if (!isInteger(point) || point < 0 || point > 0x10ffff) throw new RangeError('Invalid code point ' + String(points[i]))
      }
      return apply(fromCodePoint, String, points as number[])
    },
  })

  const refusePrototype = (value: unknown): never => {
    throw new TypeError('Object prototype may only be an Object or null: ' + String(value))
  }
  const refuseNothing = (target: unknown): void => {
    if (target === null || target === undefined) throw new TypeError('Cannot call method on ' + (target === null ? 'null' : 'undefined'))
  }
  const { create, defineProperty, fromEntries, setPrototypeOf } = Object
  replace(Object, {
    create(prototype: unknown, ...members: [PropertyDescriptorMap]): object {
      if (!isObjectOrFunction(prototype) && prototype !== null) refusePrototype(prototype)
      return create(prototype as object | null, ...members) as object
    },
    setPrototypeOf(target: object, prototype: unknown): unknown {
      refuseNothing(target)
      if (!isObjectOrFunction(prototype) && prototype !== null) refusePrototype(prototype)
      return setPrototypeOf(target, prototype as object | null)
    },
    fromEntries(entries: Iterable<readonly [PropertyKey, unknown]>): unknown {
      refuseNothing(entries)
      return fromEntries(entries)
    },
    defineProperty(target: object, key: PropertyKey, descriptor: PropertyDescriptor) {
      try {
        return defineProperty(target, key, descriptor)
      } catch (error) {
        const message: unknown = error instanceof Error ? error.message : ''
        const fixed = message === 'object is not extensible' || message === 'property is not configurable'
        throw fixed ? new TypeError('Cannot redefine property: ' + String(key)) : error
      }
    },
  })

  function checkKey(value: unknown, type: string): void {
    if (!isObjectOrFunction(value) && typeof value !== 'symbol') throw new TypeError(type + ', got ' + String(value))
  }
  const { set } = WeakMap.prototype
  replace(WeakMap.prototype, {
    set(this: WeakMap<WeakKey, unknown>, ...given: [WeakKey, unknown]) {
      checkKey(given[0], 'WeakMap key must be an object')
      return apply(set, this, given)
    },
  })
  const { add } = WeakSet.prototype
  replace(WeakSet.prototype, {
    add(this: WeakSet<WeakKey>, ...given: [WeakKey]) {
      checkKey(given[0], 'WeakSet value must be an object or symbol')
      return apply(add, this, given)
    },
  })
}
