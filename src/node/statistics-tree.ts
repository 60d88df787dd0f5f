// Arranges statistics as a flat or a nested object, and finds a group of the latter by its path (server-http §5.1).

import type { JsonDocument } from '../base/json/value.ts'
import type { Statistic } from './statistics.ts'

export interface StatisticsTree {
  readonly [name: string]: StatisticsTree | StatisticsLeaf
}

/** A wrapper that tells a described statistic from a group. */
interface StatisticsLeaf {
  readonly leaf: JsonDocument
}

/** @param described whether statistics show their descriptions. */
export const flatStatistics = (statistics: readonly Statistic[], described: boolean): JsonDocument =>
  Object.fromEntries(statistics.map((statistic) => [statistic.path.join('-'), show(statistic, described)]))

/**
 * The group at a path, as JSON.
 *
 * @param path case-insensitive names.
 * @returns undefined if the path leads to no group.
 */
export function statisticsAt(statistics: readonly Statistic[], path: readonly string[], described: boolean): JsonDocument {
  let part: StatisticsTree | StatisticsLeaf | undefined = nest(statistics, described)
  for (const name of path) part = part && !isLeaf(part) ? childOf(part, name) : undefined
  return part && !isLeaf(part) ? print(part) : undefined
}

function childOf(tree: StatisticsTree, name: string): StatisticsTree | StatisticsLeaf | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(tree).find(([key]) => key.toLowerCase() === wanted)?.[1]
}

function nest(statistics: readonly Statistic[], described: boolean): StatisticsTree {
  const root: Record<string, StatisticsTree | StatisticsLeaf> = {}
  for (const statistic of statistics) {
    let group = root
    for (const name of statistic.path.slice(0, -1)) group = (group[camel(name)] ??= {}) as typeof root
    group[camel(statistic.path.at(-1)!)] = { leaf: show(statistic, described) }
  }
  return root
}

const show = ({ value, description }: Statistic, described: boolean): JsonDocument =>
  described && description ? { value, ...description, drawChart: true } : value

const isLeaf = (part: StatisticsTree | StatisticsLeaf): part is StatisticsLeaf => 'leaf' in part

const print = (part: StatisticsTree | StatisticsLeaf): JsonDocument =>
  isLeaf(part) ? part.leaf : Object.fromEntries(Object.entries(part).map(([name, child]) => [name, print(child)]))

/** Lower-cases the leading capitals of a name, except the last one before a small letter (server-http §2.9). */
const camel = (name: string): string => name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (capitals) => capitals.toLowerCase())
