import { expect, test } from 'vitest'
import { StoreError, isStoreError } from './errors.ts'

const error = new StoreError('storage-full', 'The disk is full.', { hint: 'Free some room.', cause: 'quota' })

test('says what happened and what to do, and keeps the cause', () => {
  expect(error.message).toBe('The disk is full. Free some room.')
  expect(error).toMatchObject({ code: 'storage-full', hint: 'Free some room.', cause: 'quota' })
})

test('is recognised by its code, also when it is a copy from another realm', () => {
  const foreign = Object.assign(new Error('…'), { name: 'StoreError', code: 'storage-full' })
  expect(isStoreError(foreign, 'storage-full')).toBe(true)
  expect(isStoreError(foreign, 'storage-closed')).toBe(false)
  expect(isStoreError(error)).toBe(true)
  expect([new Error('…'), undefined, 'storage-full', { code: 'storage-full' }].some((value) => isStoreError(value))).toBe(false)
})
