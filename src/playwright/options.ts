// The options of the store fixture, which a test may set for its store.

import type { Settings } from '../base/settings.ts'
import type { FaultRule } from '../engine/faults/faults.ts'
import type { Scenario } from '../engine/scenario/scenario.ts'
import type { OptionsType, StoreOptions } from '../engine/options/store-options.ts'
import { list, oneOf, when } from '../engine/shape.ts'
import type { ScenarioSource } from './stores/scenario-source.ts'

export interface StoreFixtureOptions
  extends Partial<Settings>, Pick<StoreOptions, 'strictCors' | 'requestLog' | 'queries' | 'projections'> {
  /**
   * Where the application under test reaches the store: another origin, or a path below Playwright's `baseURL`.
   * Default: `http://localhost:2113`.
   */
  readonly baseUrl?: string
  /** The content of the store when the test begins: a scenario, the path of one (from the working directory), or its URL. */
  readonly scenario?: ScenarioSource
  /**
   * - `real`: the machine's time.
   * - `page`: follows `page.clock`, wherever the test moves it.
   * - a time (a date, an ISO text, milliseconds since 1970): there the clock stands until `store.clock` moves it, and ids repeat as
   *   well, so that a run is the same byte for byte.
   *
   * Default: `real`, or, with a scenario that has a clock, a clock that starts there and goes on.
   */
  readonly clock?: 'real' | 'page' | IsoTime | Date | number
  /** Faults that are in force from the beginning; `store.faults` adds others. */
  readonly faults?: readonly FaultRule[]
  /** `worker` shares one store between the tests of a worker, for tests that only read. Default: `test`, a store for each. */
  readonly scope?: 'test' | 'worker'
  /** Repeats chance: ids of a clock that stands, and faults with a probability. Default: 1. */
  readonly seed?: number
}

const anything = when('anything', () => true)

/** What a fault rule, a scenario and a time may be is checked where they are used, each in words of its own. */
export const fixtureOptions: OptionsType = {
  type: 'StoreFixtureOptions',
  own: {
    baseUrl: {
      check: when('an address like "http://localhost:2113" or a path like "/_store"', (value) => typeof value === 'string'),
    },
    scenario: { check: anything },
    clock: { check: anything },
    faults: { check: list(anything) },
    scope: { check: oneOf(['test', 'worker']) },
    seed: { check: when('a number', (value) => Number.isFinite(value)) },
  },
  without: ['storage', 'environment', 'queryWorkerUrl', 'openQuery', 'faultSeed'],
}

/** The same, once the scenario is read. */
export interface StoreToOpen extends Omit<StoreFixtureOptions, 'scenario'> {
  readonly scenario?: Scenario
}

/** E.g. `2026-01-01T09:00:00Z`. */
export type IsoTime = `${number}-${string}`

export const defaultBaseUrl = 'http://localhost:2113'

/** How many exchanges are remembered for matchers and reports. */
export const defaultRequestLog = 1000

/** Members that are given and not undefined win over those of an outer place. */
export const joinOptions = (outer: StoreFixtureOptions, inner: StoreFixtureOptions): StoreFixtureOptions => ({
  ...outer,
  ...(Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined)) as StoreFixtureOptions),
})
