// A bare QuickJS with the dialect's built-ins, for the dialect's own tests: no language of projections, no limits.

import { join } from 'node:path'
import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import type { Release } from '../../../base/release/facts.ts'
import { factsOf } from '../../../base/release/releases.ts'
import { bundleGuest } from '../../../../scripts/guest-text.ts'
import { prepareSource } from '../source/prepare.ts'
import { compareTexts as byCulture, separatorsOf } from '../../sandbox/engine/culture.ts'
import { helpersName, sourceName } from './guest-names.ts'

/** The outcome of a script: its completion value, or the error that it threw. */
export type Outcome = { readonly value: unknown } | { readonly name: string; readonly message: string; readonly stack: string }

const builtinsText = await bundleGuest(join(import.meta.dirname, 'builtins.fixture.ts'))
const quickjs = await newQuickJSWASMModuleFromVariant(variant)

/** Evaluates scripts one after another in one sandbox, in the oldest release; only their last outcome is returned. */
export const evaluate = (...scripts: string[]): Outcome => evaluateIn('23.10', ...scripts)

/** The same in any release. */
export function evaluateIn(release: Release, ...scripts: string[]): Outcome {
  using runtime = quickjs.newRuntime()
  using context = runtime.newContext()
  runtime.setMaxStackSize(256 * 1024)
  using runJobs = context.newFunction('runJobs', () => {
    runtime.executePendingJobs().dispose()
  })
  context.setProp(context.global, 'runJobs', runJobs)
  using compareTexts = context.newFunction('compareTexts', (...given) => {
    const [a, b, locale] = given.map((text) => context.getString(text))
    return context.newNumber(byCulture(a!, b!, locale!) ?? 0)
  })
  context.setProp(context.global, 'compareTexts', compareTexts)
  using separators = context.newFunction('separatorsOf', (locale) =>
    context.newString(JSON.stringify(separatorsOf(context.getString(locale))) ?? 'null'),
  )
  context.setProp(context.global, 'separatorsOf', separators)
  const fail = 'fail(message) { throw Object.assign(new Error(message), { name: "HostError" }) }'
  const readSeparators = 'separatorsOf: ((ask, parse) => (locale) => parse(ask(locale)) ?? undefined)(separatorsOf, JSON.parse)'
  const host = `{ ${fail}, readJson: JSON.parse, runJobs, compareTexts, ${readSeparators} }`
  const facts = JSON.stringify(factsOf(release).language)
  let outcome: Outcome = { value: undefined }

  const finish = `const finish = (thrown) => { const { name, message, stack } = ${helpersName}.caught(thrown); return { name, message, stack } }`
  for (const script of [
    `const ${helpersName} = (${builtinsText})(${host});${finish};${helpersName}.fit(${facts});${['runJobs', 'compareTexts', 'separatorsOf'].map((name) => `delete globalThis.${name}`).join(';')}`,
    ...scripts,
  ]) {
    const result = context.evalCode(script, sourceName, { type: 'global' })
    if (result.error) {
      using finish = context.unwrapResult(context.evalCode('finish'))
      using thrown = context.unwrapResult(context.callFunction(finish, context.undefined, result.error))
      result.error.dispose()
      return context.dump(thrown) as Outcome
    }
    outcome = { value: context.dump(result.value) }
    result.value.dispose()
  }
  return outcome
}

/** @returns the completion value; an error fails the test. */
export function valueOf(...scripts: string[]): unknown {
  const outcome = evaluate(...scripts)
  if ('value' in outcome) return outcome.value
  throw new Error(`${outcome.name}: ${outcome.message}\n${outcome.stack}`)
}

/** @returns the message of the script's error. */
export function messageOf(...scripts: string[]): string {
  const outcome = evaluate(...scripts)
  return 'value' in outcome ? `no error: ${JSON.stringify(outcome.value)}` : outcome.message
}

/** The outcome of a query's text: prepared and evaluated, or the fault of its preparation. */
export async function outcomeOf(source: string, release: Release = '23.10'): Promise<Outcome> {
  const prepared = await prepareSource(source, { language: factsOf(release).language })
  if ('kind' in prepared) return { name: prepared.kind, message: prepared.message, stack: '' }
  return evaluateIn(release, prepared.code)
}
