// Converts what was thrown into what an element can say: what is wrong, and what to do.

import { isStoreError } from '../base/errors.ts'

export interface Trouble {
  readonly what: string
  readonly hint?: string
}

export function troubleOf(error: unknown): Trouble {
  if (isStoreError(error)) return { what: error.message, ...(error.hint && { hint: error.hint }) }
  return { what: error instanceof Error ? error.message : String(error) }
}
