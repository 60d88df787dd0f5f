// Turns a password into what an account keeps of it, and compares one with that (server-http §9.4).

import { sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { hexToBytes } from '@noble/hashes/utils.js'

/** What is stored of a password: both in base64, 16 and 20 bytes. */
export interface PasswordHash {
  readonly salt: string
  readonly hash: string
}

/** Weak on purpose: it is what the reference stores, so that accounts can travel between the two. */
const rounds = 1000
const keyBytes = 20

/**
 * Takes some milliseconds and no promise, so that a transaction can wait for it.
 *
 * @param saltId a new GUID, whose bytes become the salt: so a store with given ids is the same in every run.
 */
export const hashPassword = (password: string, saltId: string): PasswordHash => {
  const salt = hexToBytes(saltId.replaceAll('-', ''))
  return { salt: toBase64(salt), hash: derive(password, salt) }
}

/** @returns false also where the stored salt is none. */
export function isPassword(password: string, stored: PasswordHash): boolean {
  try {
    return derive(password, fromBase64(stored.salt)) === stored.hash
  } catch {
    return false
  }
}

const derive = (password: string, salt: Uint8Array): string => toBase64(pbkdf2(sha1, password, salt, { c: rounds, dkLen: keyBytes }))

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
