import { describe } from 'vitest'
import { batchesContract } from '../contract/batches.contract.ts'
import { isFault } from '../query.ts'
import { factsOf } from '../../base/release/releases.ts'
import { handlerName } from '../system/handler-type.ts'
import { withSystemQueries } from '../system/system.ts'

const { projections } = factsOf('26.1')

const refuseJavaScript = () => Promise.resolve({ kind: 'definition', message: 'javascript', wrapped: false } as const)

describe('built-in queries', () => {
  batchesContract(async () => {
    const handlerType = `native:${handlerName('IndexEventsByEventType', projections)}`
    const options = { handlerType, emitEnabled: true, executionTimeout: 250, reordersPartitions: false }
    const opened = await withSystemQueries(refuseJavaScript, projections)('', options)
    if (isFault(opened)) throw new Error(opened.message)
    return opened
  })
})
