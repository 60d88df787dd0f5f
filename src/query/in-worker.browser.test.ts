import { openInWorker } from './in-worker.ts'
import { queryContract } from './query.contract.ts'

queryContract('in a Worker', openInWorker)
