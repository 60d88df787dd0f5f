// Decides whether the configuration of a projection is worth carrying over: most have the one that every projection begins with.

import { defaultTuning } from '../../projections/model/definition/definition.ts'

/** @returns the body of PUT config; undefined where all numbers are those of a new projection. Members that are missing are 0 or false. */
export function configurationText(configuration: Readonly<Record<string, unknown>>): string | undefined {
  const isNew = Object.entries(defaultTuning).every(([name, value]) => (configuration[name] ?? 0) === (value ?? 0))
  return isNew ? undefined : JSON.stringify(configuration)
}
