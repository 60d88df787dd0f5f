// Runs in the realm of each test file, before it: takes from Node's own realm what the environment of the test lacks.

import { runInThisContext } from 'node:vm'
import { bringMissing } from './missing.ts'

bringMissing(globalThis, runInThisContext('globalThis') as typeof globalThis)
