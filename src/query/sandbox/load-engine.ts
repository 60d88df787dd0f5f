// Loads the engine of queries into the calling thread, or explains why it cannot.

import { StoreError } from '../../base/errors.ts'
import { isError, isErrorNamed } from '../../base/platform/realms.ts'

/** Imported with the first query only: the engine is the largest part of the package. */
export async function loadEngine(): Promise<typeof import('./quickjs.ts')> {
  try {
    return await import('./quickjs.ts')
  } catch (cause) {
    throw isRefusedEsm(cause) ? unloadable(cause) : cause
  }
}

/** The error of Jest's own `require`, in its newer and older form. */
const isRefusedEsm = (error: unknown): boolean =>
  isErrorNamed(error, 'SyntaxError') || (isError(error) && 'code' in error && error.code === 'ERR_REQUIRE_ESM')

const unloadable = (cause: unknown): StoreError =>
  new StoreError('sandbox-unavailable', 'The engine of queries is an ES module, which cannot be loaded here.', {
    hint: "In Jest leave `queries: 'in-process'` out, so that queries run in threads, or start it with `node --experimental-vm-modules`.",
    cause,
  })
