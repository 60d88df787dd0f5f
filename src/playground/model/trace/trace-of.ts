// The one place where the playground traces a query: by the rules by which a run of the draft would handle it, unless others are asked for.

import type { TraceOptions, TracePart } from '../../../engine/observe/trace.ts'
import type { Store } from '../../../engine/store.ts'
import type { Draft } from '../draft/draft.ts'
import { emits } from '../draft/run-requests.ts'

/** Runs the query of a draft over the store's events, without writing. */
export const traceOf = (store: Store, draft: Draft, options: TraceOptions = {}): AsyncIterable<TracePart> =>
  store.trace(draft.query, { emit: emits(draft), projection: draft.name, continuous: draft.mode === 'continuous', ...options })
