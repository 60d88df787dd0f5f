import { describe, expect, it, test } from 'vitest'
import { fromDotNet } from './dotnet-regex.ts'
import { event } from '../event.fixture.ts'
import type { LogFilter } from './filter.ts'
import { passes } from './filter.ts'

describe('passes', () => {
  const prefix = (of: 'type' | 'stream', ...prefixes: string[]): LogFilter => ({ kind: 'prefix', of, prefixes })
  test.each<[string, LogFilter | undefined, boolean]>([
    ['no filter', undefined, true],
    ['no system types', { kind: 'no-system-types' }, true],
    ['a prefix of the type', prefix('type', 'x', 'Order'), true],
    ['a prefix of the type in another case', prefix('type', 'order'), false],
    ['a prefix of the stream', prefix('stream', '$ord'), true],
    ['no prefix at all', prefix('stream'), true],
    ['a pattern of the type', { kind: 'regex', of: 'type', pattern: /P.*d$/ }, true],
    ['a pattern of the stream', { kind: 'regex', of: 'stream', pattern: /^ord/ }, false],
  ])('%s', (_, filter, expected) => {
    expect(passes(event({ type: 'OrderPaid', stream: '$orders-1' }), filter)).toBe(expected)
  })

  it('knows system types by their first character, and an empty type as one', () => {
    expect(passes(event({ type: '$>' }), { kind: 'no-system-types' })).toBe(false)
    expect(passes(event({ type: '' }), { kind: 'no-system-types' })).toBe(false)
  })

  test.each(['$epoch-information', '$persistentsubscription-$all::g-checkpoint', '$persistentsubscription-$all::g-parked'])(
    '%s is never listed',
    (stream) => {
      expect(passes(event({ stream }), undefined)).toBe(false)
    },
  )

  test.each(['$persistentsubscription-orders::g-parked', '$persistentsubscription-$all::g', 'epoch-information'])(
    '%s is listed',
    (stream) => {
      expect(passes(event({ stream }), undefined)).toBe(true)
    },
  )
})

describe('fromDotNet', () => {
  test.each([
    ['(?i)^ORDER', 'orders', true],
    ['\\Aord', 'orders', true],
    ['ers\\z', 'orders', true],
    ['ers\\Z', 'orders\n', true],
    ['ers\\z', 'orders\n', false],
    ["(?'n'o)\\k'n'", 'moo', true],
    ['^[\\e]$', '\u001b', true],
    ['^[]a]+$', 'a]', true],
    ['^[^]a]+$', 'b]', false],
    ['^[\\]\\-\\p{Lu}]+$', 'A-]', true],
    ['\\Gord', 'orders', true],
    ['ord\\G', 'orders', false],
    ['ers$', 'orders\n', true],
    ['^a.b$', 'a\rb', true],
    ['(?s)^a.b$', 'a\nb', true],
    ['(?m)^b$', 'a\nb\nc', true],
    ['(?m)^b$', 'a\rb', false],
    ['(?i-s)^ORD', 'orders', true],
    ['^a{,2}$', 'a{,2}', true],
    ['a(?# comment)b', 'ab', true],
    ['\\-\\@', '-@', true],
    ['^.{1,3}$', 'ab', true],
    ['\\p{Lu}', 'é', false],
    ['^\\w+$', 'größe_1', true],
    ['^[\\w-]+$', 'größe-1', true],
    ['^\\W$', 'ß', false],
    ['^[^\\d]$', '٣', false],
    ['^a\\,\\ \\:\\-b$', 'a, :-b', true],
    ['^{a}]$', '{a}]', true],
    ['\\u0041\\x42\\t', 'AB\t', true],
  ])('%s on %j', (source, text, expected) => {
    expect(fromDotNet(source)?.test(text)).toBe(expected)
  })

  const unusable = [
    '(',
    '[',
    '*',
    '(?n)a',
    '(?<a',
    '\\p{Unknown}',
    '\\pL',
    '\\p{Letter}',
    '[\\p{Letter}]',
    '\\_',
    '\\h',
    '[\\A]',
    '[]',
    '[^]',
    '\\1',
    '(a)\\2',
    '\\x4',
    'a**',
    'a{2,1}',
    '[b-a]',
  ]
  test.each(unusable)('%s cannot be used', (source) => {
    expect(fromDotNet(source)).toBeUndefined()
  })
})
