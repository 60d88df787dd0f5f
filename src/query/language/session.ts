// The calls of the host: end the definition phase, load a batch, run it for a while, or end an interrupted call.

import type { DialectHost } from '../dialect/built-ins/dialect-host.ts'
import { installDialect } from '../dialect/built-ins/builtins.ts'
import { sources } from './define/definition.ts'
import type { HeldWrite } from './run/emission.ts'
import { hold } from './run/emission.ts'
import { prepareExecution } from './run/execution.ts'
import type { HostFunctions } from './guest.ts'
import { clock, connectHost, describe, fail, guest } from './guest.ts'
import { readJson } from './json/json-reader.ts'
import { fitEvents } from './run/event-object.ts'
import { defineSelectors, endDefinition } from './language.ts'
import { interruptLoad, load } from './run/loading.ts'
import { marks } from './run/marks.ts'
import { startPartitions } from './run/partitions.ts'
import { parse, stringify } from './primordials.ts'
import { watchProxies } from './proxies.ts'
import { interruptRun, prepareRuns, run } from './run/run.ts'
import type { Seams } from './seams.ts'
import { fillSeams, seams } from './seams.ts'
import type { SessionSettings } from './settings.ts'
import { setSettings, settings } from './settings.ts'
import { installTime, seedRandom, setTime } from './time.ts'

/** @returns the session; its functions take and return primitives. */
export function openSession(host: HostFunctions, plan: Seams) {
  connectHost(host)
  fillSeams(plan)
  installTime()
  const helpers = installDialect({
    fail,
    readJson: (text) => readJson(text, false, false),
    runJobs: () => host.runJobs(),
    compareTexts(a, b, locale) {
      const order = host.compareTexts(a, b, locale)
      return order === '' ? undefined : +order
    },
    separatorsOf(locale) {
      const json = host.separatorsOf(locale)
      return json === '' ? undefined : (parse(json) as ReturnType<DialectHost['separatorsOf']>)
    },
    markLine: (line) => marks.line(line),
    markValue: (site, line, name, value) => marks.value(site, line, name, value),
  })
  guest.caught = helpers.caught
  defineSelectors()

  return {
    guest,
    /** The object that rewritten queries call by the name `helpersName`. */
    helpers,
    /** Turns the common session, which is part of an engine's memory image, into that of one query. @param given `SessionSettings` as JSON. */
    begin(given: string): string {
      setSettings(parse(given) as SessionSettings)
      setTime(settings.now)
      seedRandom(settings.seed)
      fitEvents()
      helpers.fit(settings.language)
      if (settings.mayHideMembers) watchProxies()
      return ''
    },
    define,
    /** @returns message, class and stack of a thrown value, as JSON. */
    describe(thrown: unknown): string {
      const { message, name, stack } = describe(thrown)
      return stringify({ __proto__: null, message, name, stack })
    },
    load,
    interruptLoad,
    /** @param now milliseconds since 1970. @param held a list of `HeldWrite` as JSON, from another engine of the query; empty for none. */
    run(texts: string, events: number, traces: boolean, now: number, held: string): string {
      setTime(now)
      if (held !== '') hold(parse(held) as readonly HeldWrite[])
      return run(texts, events, traces)
    },
    interruptRun,
  }
}

/** @returns the definition as JSON; an API error replaces everything else. */
function define(): string {
  clock.entries += 1
  endDefinition()
  const { refusal } = guest
  // The host reports interruptions itself.
  if (refusal === true) guest.refusal = undefined
  else if (refusal !== undefined) return stringify({ __proto__: null, refusal: refusal.message })
  const { byCustomPartitions, byStreams } = sources
  const { biState } = sources.options
  startPartitions(!(byStreams || byCustomPartitions) || biState || settings.isSecondEngine)
  prepareExecution()
  prepareRuns(settings.reordersPartitions && (byCustomPartitions || (byStreams && !biState)))
  return stringify({ __proto__: null, sources, readers: seams.findings() })
}
