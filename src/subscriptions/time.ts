// Where subscriptions take time and ids from, and how a moment is printed in events of the server's own.

import type { Environment } from '../base/environment.ts'

/** What effects inside a transaction take from the environment; ticks of the past bring a clock of their own. */
export type Clock = Pick<Environment, 'now' | 'uuid'>

/** @param time milliseconds since 1970. @returns e.g. `2026-01-31T10:20:30.123+00:00`: the local time of a server in UTC. */
export const printTime = (time: number): string => new Date(time).toISOString().replace(/(?:\.000|(\.\d+?)0*)Z$/, '$1+00:00')
