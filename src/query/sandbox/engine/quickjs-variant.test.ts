import { expect, test, vi } from 'vitest'
import { openInQuickJs } from '../quickjs.ts'

const options = { handlerType: 'js', emitEnabled: true, executionTimeout: 250, reordersPartitions: false }

test('starts an engine after the first could not start', async () => {
  vi.spyOn(WebAssembly, 'instantiate').mockRejectedValueOnce(new WebAssembly.CompileError('not now'))
  await expect(openInQuickJs('fromAll()', options)).rejects.toMatchObject({ code: 'sandbox-unavailable' })
  expect(await openInQuickJs('fromAll()', options)).toMatchObject({ definition: { sources: { allStreams: true } } })
})
