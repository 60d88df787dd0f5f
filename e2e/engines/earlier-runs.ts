// Reads from docs/inside/engines.md what earlier runs have found, so that runs of single areas and engines add up to the whole document.

import type { EngineRun, Outcome } from './areas.ts'
import { areas } from './areas.ts'
import type { EngineName } from './driver/engine.ts'
import { engineNames, engineTitles } from './driver/engine.ts'

/** A new outcome of an area replaces all earlier ones of that area in the same engine. */
export function addUp(earlier: readonly EngineRun[], runs: readonly EngineRun[]): readonly EngineRun[] {
  return engineNames.flatMap((name) => {
    const [before, now] = [earlier, runs].map((some) => some.find(({ engine }) => engine === name))
    if (!before || !now) return now ?? before ?? []
    const redone = new Set(now.outcomes.map(({ area }) => area))
    return [{ ...now, outcomes: [...before.outcomes.filter(({ area }) => !redone.has(area)), ...now.outcomes] }]
  })
}

/** @param document as `printDocument` makes it; one that cannot be read counts as empty. */
export function readDocument(document: string): readonly EngineRun[] {
  const [head = '', ...chapters] = document.split(/^## /m)
  const [versions = [], platform = []] = tablesIn(head)
  const outcomes = chapters.flatMap(outcomesIn)
  return engineNames.flatMap((engine) => {
    const version = versions.find(([title]) => title === engineTitles[engine])?.[1]
    if (version === undefined) return []
    const column = columnOf(platform, engine)
    const answers = Object.fromEntries(platform.slice(1).map((row) => [row[0]!, row[column] ?? '']))
    return [{ engine, version, platform: answers, outcomes: outcomes.filter((outcome) => outcome.engine === engine) }]
  })
}

type Row = readonly string[]

const columnOf = ([titles = []]: readonly Row[], engine: EngineName): number => titles.indexOf(engineTitles[engine])

function outcomesIn(chapter: string): Outcome[] {
  const title = chapter.slice(0, chapter.indexOf('\n'))
  const area = Object.keys(areas).find((name) => areas[name] === title)
  const [table = []] = tablesIn(chapter)
  if (area === undefined || table.length === 0) return []
  const reasons = new Map([...chapter.matchAll(/^(\d+)\. (.*)\.$/gm)].map(([, number, reason]) => [number, reason]))
  return engineNames.flatMap((engine) =>
    table.slice(1).flatMap((row) => {
      const result = resultIn(row[columnOf(table, engine)] ?? notRun, reasons)
      return result ? [{ engine, area, check: row[0]!.replace(/^`src\/(.*)`$/, '$1'), result, milliseconds: 0 }] : []
    }),
  )
}

const notRun = 'not run'

function resultIn(cell: string, reasons: ReadonlyMap<string | undefined, string | undefined>): Outcome['result'] | undefined {
  if (cell === notRun) return undefined
  if (cell.startsWith('fails: ')) return { kind: 'failed', said: cell.slice('fails: '.length) }
  const [, number] = /^not tried \((\d+)\)$/.exec(cell) ?? []
  if (number !== undefined) return { kind: 'left', said: reasons.get(number) ?? '' }
  return { kind: 'passed', ...(cell !== 'yes' && { said: cell }) }
}

/** The rows of each table, the head first. */
function tablesIn(text: string): Row[][] {
  const found = text.match(/(?:^\|.*\|$\n?)+/gm) ?? []
  return found.map((table) => {
    const [head, , ...rows] = table.trim().split('\n').map(cellsIn)
    return [head!, ...rows]
  })
}

const cellsIn = (line: string): Row =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
