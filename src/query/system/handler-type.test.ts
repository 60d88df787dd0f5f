import { describe, expect, test } from 'vitest'
import { factsOf } from '../../base/release/releases.ts'
import { handlerName, nativeClasses, readHandlerType } from './handler-type.ts'

const facts = factsOf('26.1').projections

describe('a handler type', () => {
  test.each(['js', 'Js', 'JS', 'js:anything'])('%s is JavaScript', (type) => {
    expect(readHandlerType(type, facts)).toEqual({ kind: 'javascript' })
  })

  test.each(nativeClasses)('with the class %s is a built-in query', (className) => {
    expect(readHandlerType(`native:${handlerName(className, facts)}`, facts)).toEqual({ kind: 'native', className })
    expect(readHandlerType(`native:${handlerName(className, factsOf('23.10').projections)}`, facts)).toEqual({ kind: 'native', className })
    expect(readHandlerType(`NATIVE:${handlerName(className, facts)}`, facts)).toEqual({ kind: 'native', className })
  })

  test.each([
    ['foo', "'foo' handler type is not supported"],
    ['javascript', "'javascript' handler type is not supported"],
    [' JS', "' JS' handler type is not supported"],
    [':js', "':js' handler type is not supported"],
    ['other:js', "'other:js' handler type is not supported"],
    ['Native', "Value cannot be null. (Parameter 'typeName')"],
    ['native:', "The value cannot be an empty string. (Parameter 'name')"],
    ['native:Unknown.Class', 'Could not find type "Unknown.Class"'],
    ['native:IndexStreams', 'Could not find type "IndexStreams"'],
    ['native:kurrentdb.projections.core.standard.IndexStreams', 'Could not find type "kurrentdb.projections.core.standard.IndexStreams"'],
  ])('%j is refused', (type, message) => {
    expect(readHandlerType(type, facts)).toEqual({ kind: 'refused', message })
  })

  test('of an unknown class is refused in the words of release 23.10', () => {
    const refused = { kind: 'refused', message: "Value cannot be null. (Parameter 'type')" }
    expect(readHandlerType('native:Unknown.Class', factsOf('23.10').projections)).toEqual(refused)
  })
})
