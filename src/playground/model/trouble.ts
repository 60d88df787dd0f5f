// Converts a thrown error into a message for the reader: the problem, and a hint.

import { isStoreError } from '../../base/errors.ts'
import { isError } from '../../base/platform/realms.ts'
import { session as texts } from '../strings/english/session.ts'

export interface Trouble {
  readonly what: string
  /** One line per problem, if there are several. */
  readonly details?: readonly string[]
  readonly hint?: string
}

/** An error that an element detects itself. */
export class PlaygroundError extends Error {
  override readonly name = 'PlaygroundError'
  readonly hint: string

  constructor(message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.hint = hint
  }
}

/** Browsers' messages about a module that failed to load: Chromium, Firefox, Safari. */
const missingModule = /dynamically imported module|importing a module script failed/i

export function troubleOf(error: unknown): Trouble {
  if (isStoreError(error)) return { ...lines(error.message.replace(error.hint, '')), hint: error.hint }
  if (error instanceof PlaygroundError) return { ...lines(error.message), hint: error.hint }
  // A browser may give its exceptions, for example that of a full disk, nothing but a name.
  const message = isError(error) ? error.message || error.name : String(error)
  if (missingModule.test(message))
    return {
      what: texts.partMissing,
      details: [message],
      hint: texts.partMissingHint,
    }
  return lines(message)
}

/** Takes the first line as the problem, the others as details. */
function lines(message: string): Trouble {
  const [what = '', ...details] = message.split('\n').flatMap((line) => line.trim() || [])
  return { what, ...(details.length > 0 && { details }) }
}
