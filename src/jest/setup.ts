// Runs in the realm of each test file, before it: copies missing globals from Node's own realm.

import { runInThisContext } from 'node:vm'
import { bringMissing } from './missing.ts'

bringMissing(globalThis, runInThisContext('globalThis') as typeof globalThis)
