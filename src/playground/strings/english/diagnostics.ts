// What the engine's diagnostics say, so that other languages can say it too. Loads with what judges queries.

import type { Code, Facts } from '../../../engine/queries/diagnostics.ts'
import { codes, phrases } from '../../../engine/queries/diagnostics.ts'
import { replaceable } from '../texts.ts'

const sentences = Object.fromEntries(Object.entries(codes).map(([code, { text }]) => [code, text])) as Record<
  Code,
  (facts: Facts) => string
>

export const diagnostics = replaceable('diagnostics', { sentences, phrases })
