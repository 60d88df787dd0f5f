import { watchdogContract } from '../contract/watchdog.contract.ts'
import { browserWorkers } from './browser-workers.ts'
import { createOpenInWorker } from './in-worker.ts'

watchdogContract('in a Worker', createOpenInWorker({ spawn: browserWorkers().spawn }))
