// Chooses the clock of a test's store: the machine's, the page's, one that starts with the scenario, or one that the test moves.

import type { BrowserContext } from '@playwright/test'
import type { Environment } from '../../base/platform/environment.ts'
import { StoreError } from '../../base/errors.ts'
import type { StoreClock } from '../../engine/clock/clock.ts'
import { repeatableEnvironment } from '../../engine/clock/repeatable-environment.ts'
import type { StoreToOpen } from '../options.ts'
import { createPageClock } from './page-clock.ts'

export interface ChosenClock {
  readonly environment: Partial<Environment>
  readonly clock: StoreClock
  /** Called with every context that reaches the store. */
  readonly follow: (context: BrowserContext) => void
}

export function chooseClock({ clock, scenario, seed, scope }: StoreToOpen): ChosenClock {
  const ignore = () => undefined
  if (clock === 'page') {
    if (scope === 'worker') throw twoPages()
    const { follow, ...environment } = createPageClock()
    return { environment, clock: { now: environment.now, ...immovable('follows page.clock') }, follow }
  }
  if (clock !== undefined && clock !== 'real') {
    const environment = repeatableEnvironment({ start: clock, ...(seed !== undefined && { seed }) })
    const { now, advance, advanceTo, ...rest } = environment
    return { environment: { now, ...rest }, clock: { now, advance, advanceTo }, follow: ignore }
  }
  const ahead = clock === undefined && scenario?.clock !== undefined ? Date.parse(scenario.clock) - Date.now() : 0
  const now = (): number => Date.now() + ahead
  return { environment: { now }, clock: { now, ...immovable('goes by itself') }, follow: ignore }
}

const immovable = (why: string): Pick<StoreClock, 'advance' | 'advanceTo'> => {
  const refuse = (): never => {
    throw new StoreError('invalid-options', `The clock of this store ${why}.`, {
      hint: 'For a clock that stands until the test moves it, give a time: test.use({ store: { clock: "2026-01-01T09:00:00Z" } }).',
    })
  }
  return { advance: refuse, advanceTo: refuse }
}

const twoPages = (): StoreError =>
  new StoreError('invalid-options', 'A store that is shared between tests cannot follow the clock of one page.', {
    hint: 'Use either scope: "worker" or clock: "page".',
  })
