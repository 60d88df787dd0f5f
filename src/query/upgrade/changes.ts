// Tells what changes for a query between two releases of the server, or between the two engines, by its text and the data it will read.

import type { ReleaseFacts } from '../../base/release/facts.ts'
import { readLines } from '../dialect/source/positions.ts'
import { parseSource } from '../dialect/source/prepare.ts'
import type { Span } from '../diagnostics/diagnostic.ts'
import { placeIn } from '../diagnostics/diagnostic.ts'
import type { QueryModel } from '../diagnostics/query-model.ts'
import { readQuery } from '../diagnostics/query-model.ts'
import type { QueryFault } from '../query.ts'
import type { Change, ChangeContext, FoundChange, UpgradeOptions } from './change.ts'
import { changeCodes, pageOfChange } from './change-codes.ts'
import { engineChanges } from './engine-changes.ts'
import { releaseChanges } from './release-changes.ts'
import { wordIn } from './word-in.ts'

/** @returns the changes in the order of the text. */
export async function changesFor(text: string, options: UpgradeOptions): Promise<readonly Change[]> {
  const { from, to } = options
  const [before, after] = [await parseSource(text, from.language), await parseSource(text, to.language)]
  const { place } = readLines(text)
  const begin = { start: 0, end: /\S+/.exec(text)?.[0].length ?? 0 }
  const context = { ...options, newer: (isNewer(from, to) ? from : to).node.product }
  const found: FoundChange[] = []
  if ('kind' in before || 'kind' in after) found.push(...syntaxChanges(text, context, before, after))
  else found.push(...changesIn(readQuery(after), context))
  if (options.mode === 'transient' && from.projections.transient && !to.projections.transient)
    found.push({ code: 'transient-refused', at: begin, facts: { to: to.node.product } })
  return found
    .map(({ code, at, facts = {}, severity }) => ({
      code,
      severity: severity ?? changeCodes[code].severity,
      message: changeCodes[code].text(facts),
      ...placeIn(place, at),
      page: pageOfChange(code),
    }))
    .sort((one, other) => one.start - other.start || one.end - other.end)
}

const isNewer = (one: ReleaseFacts, other: ReleaseFacts): boolean => Number(one.release) > Number(other.release)

function* changesIn(query: QueryModel, context: ChangeContext): Iterable<FoundChange> {
  const { from, to, fromEngine = 1, toEngine = 1 } = context
  if (from.release !== to.release) yield* releaseChanges(query, context)
  if (fromEngine !== toEngine) yield* engineChanges(query, context)
}

type Parsed = Awaited<ReturnType<typeof parseSource>>

function* syntaxChanges(text: string, { from, to }: ChangeContext, before: Parsed, after: Parsed): Iterable<FoundChange> {
  const at = ({ line, column }: QueryFault): Span => wordIn(text, line, column)
  const [one, other] = ['kind' in before ? before : undefined, 'kind' in after ? after : undefined]
  if (one && other) {
    if (one.message !== other.message) yield { code: 'syntax-message', at: at(other), facts: { reason: other.message, other: one.message } }
  } else if (other) yield { code: 'syntax-refused', at: at(other), facts: { to: to.node.product, reason: other.message } }
  else if (one) yield { code: 'syntax-accepted', at: at(one), facts: { from: from.node.product, reason: one.message } }
}
