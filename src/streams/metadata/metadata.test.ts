import { describe, expect, it, test } from 'vitest'
import { maxInt64 } from '../../base/events/events.ts'
import { readDefaultAccess, readMetadata, softDeletedText, withTruncateBefore } from './metadata.ts'

const metadata = (data: string, isJson = true) => readMetadata({ data, isJson })

describe('readMetadata', () => {
  it('reads every key the server acts on', () => {
    const text = '{"$maxCount":5,"$maxAge":60,"$tb":3,"$cacheControl":10,"$tmp":true,"$acl":{"$r":"ann","$w":["$all","bob"]},"mine":[]}'
    expect(metadata(text)).toEqual({
      maxCount: 5n,
      maxAge: 60n,
      truncateBefore: 3n,
      cacheControl: 10n,
      acl: { read: ['ann'], write: ['$all', 'bob'] },
    })
  })

  it('reads the metadata of a soft deletion', () => {
    expect(metadata(softDeletedText)).toEqual({ truncateBefore: maxInt64 })
  })

  test.each(['{"$maxCount":0,"$tb":3}', '{"$maxCount":-1,"$tb":3}', '{"$maxAge":-922337203685,"$cacheControl":0,"$tb":3}'])(
    'ignores a number that is too small: %s',
    (text) => {
      expect(metadata(text)).toEqual({ truncateBefore: 3n })
    },
  )

  test.each([
    '{"$maxCount":"5"}',
    '{"$maxCount":1.5}',
    '{"$maxCount":1.0}',
    '{"$maxCount":1e0}',
    '{"$maxCount":true}',
    '{"$maxCount":null}',
    '{"$maxCount":[]}',
    '{"$maxCount":9223372036854775808}',
    '{"$tb":-9223372036854775809}',
    '{"$maxAge":922337203686}',
    '{"$maxAge":-922337203686}',
    '{"$cacheControl":922337203686}',
    '{"$tmp":"true"}',
    '{"$acl":[]}',
    '{"$acl":{"$x":"ann"}}',
    '{"$acl":{"$r":null}}',
    '{"$acl":{"$r":5}}',
    '{"$acl":{"$r":["ann",5]}}',
    '{"$tb":3',
    '{"$maxCount":"5","$maxCount":5}',
    '{"$tb":3/**/}',
    '{"a":/**/1}',
    '{"$acl":{"$r":"2024-03-01T09:30:15Z"}}',
    '[{"$tb":3}]',
    '',
  ])('ignores everything where one value is bad: %s', (text) => {
    const [head = '', ...rest] = text.startsWith('{"') ? ['{"$tb":7,', text.slice(1)] : [text]
    expect(metadata(head + rest.join(''))).toEqual({})
  })

  it('takes the last of several values', () => {
    expect(metadata('{"$tb":3,"$maxCount":5,"$tb":4,"$maxCount":0}')).toEqual({ truncateBefore: 4n })
  })

  it('looks at nothing behind the object, nor at a byte order mark', () => {
    expect(metadata('\ufeff{"a":[/**/],"$tb":3} x')).toEqual({ truncateBefore: 3n })
  })

  it('ignores events not flagged as JSON, but for the mark of a soft deletion', () => {
    expect(metadata('{"$tb":3}', false)).toEqual({})
    expect(metadata('{"$maxCount":2,"$tb":9223372036854775807}', false)).toEqual({ deletedForWrites: true })
  })

  it('takes an empty access list for none', () => {
    expect(metadata('{"$acl":{}}')).toEqual({ acl: {} })
  })
})

describe('withTruncateBefore', () => {
  it('replaces the number in place or adds it last, compact', () => {
    expect(withTruncateBefore('{"$tb": 9223372036854775807, "a": 1.0}', 5n)).toBe('{"$tb":5,"a":1.0}')
    expect(withTruncateBefore('{"a":[1, 2]}', 25n)).toBe('{"a":[1,2],"$tb":25}')
    expect(withTruncateBefore('{"at":"2024-03-01T09:30:15.120Z"}', 2n)).toBe('{"at":"2024-03-01T09:30:15.12Z","$tb":2}')
  })

  it('does nothing with values other than objects', () => {
    for (const text of ['[]', '5', '', 'x', '{"a"']) expect(withTruncateBefore(text, 5n)).toBeUndefined()
  })
})

describe('readDefaultAccess', () => {
  it('reads both classes and ignores other keys', () => {
    const data = '{"$userStreamAcl":{"$r":"$all"},"$systemStreamAcl":{"$w":[]},"other":1}'
    expect(readDefaultAccess({ data })).toEqual({ user: { read: ['$all'] }, system: { write: [] } })
  })

  it('gives nothing for unreadable text', () => {
    for (const data of ['', '[]', '{"$userStreamAcl":5}', '{"$userStreamAcl":{"$x":""}}']) expect(readDefaultAccess({ data })).toEqual({})
  })
})
