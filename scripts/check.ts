// The quick half of the tests, for every save: types, lint, format, unit tests. No browser.

import { staticChecks, unit } from './all-steps.ts'
import { runSteps } from './steps.ts'

process.exitCode = await runSteps([staticChecks, [unit]])
