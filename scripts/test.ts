// Everything that is tested, from types to real browsers; what `npm test` and the continuous integration run. Other bundlers, frameworks and
// runners take minutes and a registry: `npm run hosts` tries those.

import { build, clients, conformance, contracts, endToEnd, packed, staticChecks, unit } from './all-steps.ts'
import { ensureChromium } from './chromium.ts'
import { runSteps } from './steps.ts'

const chromium = ensureChromium((line) => console.log(line))
console.log(`Testing with ${chromium.path} (${chromium.from}).`)
process.env['CHROMIUM_PATH'] = chromium.path

process.exitCode = await runSteps([staticChecks, [unit], [conformance], [build], [packed], [clients], [contracts], [endToEnd]])
