// Hashes passwords for accounts, and verifies them (server-http §9.4).

import { sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { hexToBytes } from '@noble/hashes/utils.js'

/** The platform's own derivation: Node has one that returns at once. */
interface Crypto {
  pbkdf2Sync(password: Uint8Array, salt: Uint8Array, rounds: number, keyBytes: number, digest: 'sha1'): Uint8Array
}

/** The stored form of a password: 16 and 20 bytes, in base64. */
export interface PasswordHash {
  readonly salt: string
  readonly hash: string
}

/** Weak, but the server's: accounts can move between the two. */
const rounds = 1000
const keyBytes = 20

/**
 * Takes some milliseconds in a page, synchronously, so that a transaction stays open.
 *
 * @param saltId a new GUID, whose bytes become the salt: a store with repeatable ids has repeatable salts.
 */
export const hashPassword = (password: string, saltId: string): PasswordHash => {
  const salt = hexToBytes(saltId.replaceAll('-', ''))
  return { salt: toBase64(salt), hash: derive(password, salt) }
}

/** @returns false, too, where the stored salt is unreadable. */
export function verifyPassword(password: string, stored: PasswordHash): boolean {
  try {
    return derive(password, fromBase64(stored.salt)) === stored.hash
  } catch {
    return false
  }
}

function derive(password: string, salt: Uint8Array): string {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: 'node:crypto'): Crypto | undefined } }
  const bytes = new TextEncoder().encode(password)
  // Written in JavaScript, it takes a tenth of the time in which a process starts to serve a store.
  const native = process?.getBuiltinModule?.('node:crypto')
  return toBase64(native?.pbkdf2Sync(bytes, salt, rounds, keyBytes, 'sha1') ?? pbkdf2(sha1, bytes, salt, { c: rounds, dkLen: keyBytes }))
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
