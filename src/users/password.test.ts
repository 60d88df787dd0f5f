import { expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

const id = '00010203-0405-0607-0809-0a0b0c0d0e0f'

test('a password becomes PBKDF2 with SHA-1, 1000 rounds, 16 bytes of salt and 20 of key', async () => {
  const salt = Uint8Array.from({ length: 16 }, (_, index) => index)
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode('größe'), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt, iterations: 1000 }, key, 160)
  const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
  expect(hashPassword('größe', id)).toEqual({ salt: base64(salt), hash: base64(new Uint8Array(bits)) })
})

test('a hash that the server stored is understood', () => {
  const stored = hashPassword('changeit', id)
  expect(verifyPassword('changeit', stored)).toBe(true)
  expect(verifyPassword('Changeit', stored)).toBe(false)
  expect(verifyPassword('', stored)).toBe(false)
})

test('an empty password is a password', () => {
  expect(verifyPassword('', hashPassword('', id))).toBe(true)
})

test('nothing is the password of a salt that is none', () => {
  expect(verifyPassword('changeit', { salt: '*', hash: 'x' })).toBe(false)
})

test('a platform without a derivation of its own comes to the same hash', () => {
  const passwords = ['changeit', '', 'größe', 'x'.repeat(200), 'a lone \ud800 surrogate']
  const own = passwords.map((password) => hashPassword(password, id))
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
  expect(passwords.map((password) => hashPassword(password, id))).toEqual(own)
})
