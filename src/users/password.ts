// Hashes passwords for accounts, and verifies them (server-http §9.4).

import { sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { hexToBytes } from '@noble/hashes/utils.js'

/** The stored form of a password: 16 and 20 bytes, in base64. */
export interface PasswordHash {
  readonly salt: string
  readonly hash: string
}

/** Weak, but the server's: accounts can move between the two. */
const rounds = 1000
const keyBytes = 20

/**
 * Takes some milliseconds, synchronously, so that a transaction stays open.
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

const derive = (password: string, salt: Uint8Array): string => toBase64(pbkdf2(sha1, password, salt, { c: rounds, dkLen: keyBytes }))

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
