// Parses the filter of `$all` from the query string (streams-http §13.4).

import { fromDotNet } from '../../../streams/read/dotnet-regex.ts'
import type { LogFilter } from '../../../streams/streams.ts'
import type { Exchange, Reply } from '../../exchange.ts'
import { badRequest, handlerFailed } from '../../pipeline/reply/replies.ts'

export type ParsedFilter = { readonly kind: 'filter'; readonly filter: LogFilter } | { readonly kind: 'refused'; readonly reply: Reply }

const dataMissing = 'Please provide a comma delimited list of data with at least one item.'

const refused = (text: string): ParsedFilter => ({ kind: 'refused', reply: badRequest(text) })

/** Names of parameters are case-insensitive, their values case-sensitive. */
export function readFilter({ query, facts }: Pick<Exchange, 'query' | 'facts'>): ParsedFilter {
  const { hasSetFilters, checksFilterDataFirst } = facts.streams
  const excluded = query.get('exclude-system-events')
  if (excluded !== undefined) {
    const isTrue = excluded.trim().toLowerCase() === 'true'
    return isTrue ? { kind: 'filter', filter: { kind: 'no-system-types' } } : refused('exclude-sytem-events should have a value of true.')
  }
  const context = query.get('context')
  const of = context === 'eventtype' ? 'type' : context === 'streamid' ? 'stream' : undefined
  if (of === undefined) return refused('Invalid context please provide one of the following: StreamId, EventType.')
  const kind = query.get('type')
  const data = query.get('data')
  if (!data && checksFilterDataFirst) return refused(dataMissing)
  if (kind !== 'regex' && kind !== 'prefix' && !(hasSetFilters && kind === 'set'))
    return refused('Invalid type please provide one of the following: Regex, Prefix.')
  if (!data) return refused(dataMissing)
  if (kind === 'set') {
    if (of !== 'stream') return refused('Set filter type is only supported for stream ID context.')
    return { kind: 'filter', filter: { kind: 'set', streams: new Set(data.split(',').filter((name) => name !== '')) } }
  }
  if (kind === 'prefix') return { kind: 'filter', filter: { kind, of, prefixes: data.split(',').filter((prefix) => prefix !== '') } }
  const pattern = fromDotNet(data)
  return pattern ? { kind: 'filter', filter: { kind, of, pattern } } : { kind: 'refused', reply: handlerFailed }
}
