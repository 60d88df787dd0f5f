import { expect, test } from 'vitest'
import { defaultConfiguration, sizeProblem, valueProblem } from './configuration.ts'

test.each([
  [{ bufferSize: 0 }, 'Buffer Size (0) must be positive'],
  [{ bufferSize: -1, liveBufferSize: 0 }, 'Buffer Size (-1) must be positive'],
  [{ liveBufferSize: 0, readBatchSize: 0 }, 'Live Buffer Size (0) must be positive'],
  [{ readBatchSize: 0 }, 'Read Batch Size (0) must be positive'],
  [{ bufferSize: 10, readBatchSize: 11 }, 'BufferSize (10) must be larger than ReadBatchSize (11)'],
  [{ bufferSize: 10, readBatchSize: 10 }, 'BufferSize (10) must be larger than ReadBatchSize (10)'],
  [{ bufferSize: 10, readBatchSize: 9 }, undefined],
])('sizes %o', (sizes, problem) => {
  expect(sizeProblem({ ...defaultConfiguration, ...sizes })).toBe(problem)
})

test.each([
  [{ strategy: 'Unheard', startFrom: -2n }, 'Consumer strategy Unheard does not exist.'],
  [{ strategy: 'roundrobin' }, 'Consumer strategy roundrobin does not exist.'],
  [{ startFrom: -2n }, 'Invalid Start From position: event number must be greater than or equal to -1.'],
  [{ startFrom: -1n, strategy: 'PinnedByCorrelation' }, undefined],
])('values %o', (values, problem) => {
  expect(valueProblem({ ...defaultConfiguration, ...values })).toBe(problem)
})
