import { describe, expect, test } from 'vitest'
import { handlerName, nativeClasses, readHandlerType } from './handler-type.ts'

describe('a handler type', () => {
  test.each(['js', 'Js', 'JS', 'js:anything'])('%s is JavaScript', (type) => {
    expect(readHandlerType(type)).toEqual({ kind: 'javascript' })
  })

  test.each(nativeClasses)('with the class %s is a built-in query', (className) => {
    expect(readHandlerType(`native:${handlerName(className)}`)).toEqual({ kind: 'native', className })
    expect(readHandlerType(`NATIVE:${handlerName(className)}`)).toEqual({ kind: 'native', className })
  })

  test.each([
    ['foo', "'foo' handler type is not supported"],
    ['javascript', "'javascript' handler type is not supported"],
    [' JS', "' JS' handler type is not supported"],
    [':js', "':js' handler type is not supported"],
    ['other:js', "'other:js' handler type is not supported"],
    ['Native', "Value cannot be null. (Parameter 'typeName')"],
    ['native:', "The value cannot be an empty string. (Parameter 'name')"],
    ['native:Unknown.Class', "Value cannot be null. (Parameter 'type')"],
    ['native:IndexStreams', "Value cannot be null. (Parameter 'type')"],
    ['native:eventstore.projections.core.standard.IndexStreams', "Value cannot be null. (Parameter 'type')"],
  ])('%j is refused', (type, message) => {
    expect(readHandlerType(type)).toEqual({ kind: 'refused', message })
  })
})
