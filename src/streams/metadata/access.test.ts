import { describe, expect, it, test } from 'vitest'
import type { StreamHead, StreamMetadata } from '../../base/events/events.ts'
import type { StreamRight } from './access.ts'
import { hasRole, isAdministrator, effectiveRight, rolesFor } from './access.ts'
import { event } from '../event.fixture.ts'

const user = (name: string, ...groups: string[]) => ({ name, groups })
const headWith = (metadata: StreamMetadata): StreamHead => ({ stream: 'x', last: 0, tombstone: false, metadata })

describe('rightAsked', () => {
  test.each<[string, StreamRight, string, ReturnType<typeof effectiveRight>]>([
    ['reading a stream', 'read', 'x', { kind: 'ask', right: 'read', stream: 'x' }],
    ['writing $all', 'write', '$all', { kind: 'refused' }],
    ['deleting $all', 'delete', '$all', { kind: 'refused' }],
    ['reading $all', 'read', '$all', { kind: 'ask', right: 'read', stream: '$all' }],
    ['metadata of $all', 'metadataWrite', '$all', { kind: 'ask', right: 'metadataWrite', stream: '$all' }],
    ['reading a metastream', 'read', '$$x', { kind: 'ask', right: 'metadataRead', stream: 'x' }],
    ['writing a metastream', 'write', '$$$x', { kind: 'ask', right: 'metadataWrite', stream: '$x' }],
    ['deleting a metastream', 'delete', '$$x', { kind: 'refused' }],
    ['metadata of a metastream', 'metadataRead', '$$x', { kind: 'refused' }],
    ['writing metadata of a metastream', 'metadataWrite', '$$x', { kind: 'refused' }],
  ])('%s', (_, right, stream, asked) => {
    expect(effectiveRight(right, stream)).toEqual(asked)
  })
})

describe('isAdministrator', () => {
  test.each([
    ['the login', user('admin'), true],
    ['the group', user('ann', '$admins'), true],
    ['a login that looks like the group', user('$admins'), true],
    ['a group that looks like the login', user('ann', 'admin'), false],
    ['nobody', undefined, false],
  ])('%s', (_, caller, expected) => {
    expect(isAdministrator(caller)).toBe(expected)
  })
})

describe('rolesFor', () => {
  const settings = event({ stream: '$settings', data: '{"$userStreamAcl":{"$w":"ann"},"$systemStreamAcl":{"$r":["$ops"]}}' })

  it('takes the first list that defines the right', () => {
    const head = headWith({ acl: { read: ['bob'] } })
    expect(rolesFor('read', 'x', head, settings)).toEqual(['bob'])
    expect(rolesFor('write', 'x', head, settings)).toEqual(['ann'])
    expect(rolesFor('delete', 'x', head, settings)).toEqual(['$all'])
    expect(rolesFor('read', '$x', undefined, settings)).toEqual(['$ops'])
    expect(rolesFor('write', '$x', undefined, settings)).toEqual(['$admins'])
    expect(rolesFor('write', 'x', undefined, undefined)).toEqual(['$all'])
  })

  it('an empty list lets no user in', () => {
    expect(rolesFor('read', 'x', headWith({ acl: { read: [] } }), undefined)).toEqual([])
  })
})

describe('hasRole', () => {
  it('matches the login or a group exactly', () => {
    expect(hasRole(user('ann', 'staff'), ['staff'])).toBe(true)
    expect(hasRole(user('ann'), ['ann'])).toBe(true)
    expect(hasRole(user('ann'), ['Ann', ' ann'])).toBe(false)
    expect(hasRole(undefined, ['$all'])).toBe(true)
    expect(hasRole(undefined, ['ann', ''])).toBe(false)
  })
})
