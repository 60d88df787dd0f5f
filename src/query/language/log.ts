// Keeps the lines that a query logs, within a budget: floods of them would hold up whoever shows them, and nobody reads them.

import type { Primordials } from './primordials.ts'

export type Log = ReturnType<typeof keepLog>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function keepLog(p: Primordials) {
  const { list, slice, toWellFormed } = p
  /** Of one event, and of one run over many. */
  const mostOfEvent = 200
  const mostCharactersOfEvent = 20_000
  const mostOfRun = 1000
  const mostCharactersOfRun = 100_000

  let ofEvent = 0
  let charactersOfEvent = 0
  let charactersOfRun = 0
  let left = 0
  let charactersLeft = 0

  const log = {
    lines: list<string>(),

    add(line: string): void {
      const room = roomFor(line)
      if (room < 0) left += 1
      else keep(line, room)
    },

    /** What comes next belongs to another event; that something was left out is the last line of the one before. */
    end(): void {
      if (ofEvent === 0) return
      if (left > 0 || charactersLeft > 0) {
        const lines = left === 0 ? '' : left === 1 ? '1 line and ' : left + ' lines and '
        log.lines[log.lines.length] = '… ' + lines + charactersLeft + ' characters of the log were left out'
      }
      ofEvent = 0
      charactersOfEvent = 0
      left = 0
      charactersLeft = 0
    },

    /** @returns all lines; the next run begins with none. */
    take(): string[] {
      log.end()
      const { lines } = log
      log.lines = list()
      charactersOfRun = 0
      return lines
    },
  }

  /** @returns how many characters may still be kept; -1 where the line must be left out. */
  function roomFor({ length }: string): number {
    ofEvent += 1
    const most = mostCharactersOfEvent - charactersOfEvent
    const mostInAll = mostCharactersOfRun - charactersOfRun
    const room = most < mostInAll ? most : mostInAll
    if (ofEvent <= mostOfEvent && log.lines.length < mostOfRun && room > 0) return room
    charactersLeft += length
    return -1
  }

  function keep(line: string, room: number): void {
    const kept = line.length <= room ? line : toWellFormed(slice(line, 0, room))
    charactersLeft += line.length - kept.length
    charactersOfEvent += kept.length
    charactersOfRun += kept.length
    log.lines[log.lines.length] = kept
  }

  return log
}
