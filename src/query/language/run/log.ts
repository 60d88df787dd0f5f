// Keeps the lines that a query logs, within a budget: a flood of lines would block their display.

import { list, slice, toWellFormed } from '../primordials.ts'

/** Limits for one event, and for one run over many. */
const mostOfEvent = 200
const mostCharactersOfEvent = 20_000
const mostOfRun = 1000
const mostCharactersOfRun = 100_000

let ofEvent = 0
let charactersOfEvent = 0
let charactersOfRun = 0
let left = 0
let charactersLeft = 0

export const log = {
  lines: list<string>(),

  add(line: string): void {
    ofEvent += 1
    const most = mostCharactersOfEvent - charactersOfEvent
    const mostInAll = mostCharactersOfRun - charactersOfRun
    const room = most < mostInAll ? most : mostInAll
    const isKept = ofEvent <= mostOfEvent && log.lines.length < mostOfRun && room > 0
    const kept = !isKept ? '' : line.length <= room ? line : toWellFormed(slice(line, 0, room))
    if (isKept) log.lines[log.lines.length] = kept
    else left += 1
    charactersLeft += line.length - kept.length
    charactersOfEvent += kept.length
    charactersOfRun += kept.length
  },

  /** Ends the log of an event, with a last line about omissions. */
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

  /** @returns all lines, and starts the next run without any. */
  take(): string[] {
    log.end()
    const { lines } = log
    log.lines = list()
    charactersOfRun = 0
    return lines
  },
}
