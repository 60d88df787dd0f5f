// Turns the error of a document or a wish that cannot be used into an answer.

import type { StoreErrorCode } from '../base/errors.ts'
import { isStoreError } from '../base/errors.ts'
import type { ControlReply } from './route.ts'
import { problem } from './route.ts'

/** @param code of the expected error; others are thrown on. */
export async function orRefused(code: StoreErrorCode, work: () => Promise<ControlReply>): Promise<ControlReply> {
  try {
    return await work()
  } catch (error) {
    if (isStoreError(error, code)) return problem(422, code, error.message)
    throw error
  }
}
