// Parses the filter of `$all` from the query string (streams-http §13.4).

import { fromDotNet } from '../../../streams/read/dotnet-regex.ts'
import type { LogFilter } from '../../../streams/streams.ts'
import type { QueryParameters, Reply } from '../../exchange.ts'
import { badRequest, handlerFailed } from '../../pipeline/reply/replies.ts'

export type ParsedFilter = { readonly kind: 'filter'; readonly filter: LogFilter } | { readonly kind: 'refused'; readonly reply: Reply }

const refused = (text: string): ParsedFilter => ({ kind: 'refused', reply: badRequest(text) })

/** Names of parameters are case-insensitive, their values case-sensitive. */
export function readFilter(query: QueryParameters): ParsedFilter {
  const excluded = query.get('exclude-system-events')
  if (excluded !== undefined) {
    const isTrue = excluded.trim().toLowerCase() === 'true'
    return isTrue ? { kind: 'filter', filter: { kind: 'no-system-types' } } : refused('exclude-sytem-events should have a value of true.')
  }
  const context = query.get('context')
  const of = context === 'eventtype' ? 'type' : context === 'streamid' ? 'stream' : undefined
  if (of === undefined) return refused('Invalid context please provide one of the following: StreamId, EventType.')
  const kind = query.get('type')
  if (kind !== 'regex' && kind !== 'prefix') return refused('Invalid type please provide one of the following: Regex, Prefix.')
  const data = query.get('data')
  if (!data) return refused('Please provide a comma delimited list of data with at least one item.')
  if (kind === 'prefix') return { kind: 'filter', filter: { kind, of, prefixes: data.split(',').filter((prefix) => prefix !== '') } }
  const pattern = fromDotNet(data)
  return pattern ? { kind: 'filter', filter: { kind, of, pattern } } : { kind: 'refused', reply: handlerFailed }
}
