// Names all texts of the playground: what another language translates.

import type { compare } from './english/compare.ts'
import type { devtools } from './english/devtools.ts'
import type { diagnostics } from './english/diagnostics.ts'
import type { editor } from './english/editor.ts'
import type { explain } from './english/explain.ts'
import type { frame } from './english/frame.ts'
import type { json } from './english/json.ts'
import type { kit } from './english/kit.ts'
import type { lesson } from './english/lesson.ts'
import type { map } from './english/map.ts'
import type { page } from './english/page.ts'
import type { print } from './english/print.ts'
import type { projection } from './english/projection.ts'
import type { requests } from './english/requests.ts'
import type { run } from './english/run.ts'
import type { session } from './english/session.ts'
import type { share } from './english/share.ts'
import type { stepper } from './english/stepper.ts'
import type { streams } from './english/streams.ts'
import type { undo } from './english/undo.ts'

/** One member for each file of `english`, under the file's name. */
export interface Strings {
  readonly compare: typeof compare
  readonly devtools: typeof devtools
  readonly diagnostics: typeof diagnostics
  readonly editor: typeof editor
  readonly explain: typeof explain
  readonly frame: typeof frame
  readonly json: typeof json
  readonly kit: typeof kit
  readonly lesson: typeof lesson
  readonly map: typeof map
  readonly page: typeof page
  readonly print: typeof print
  readonly projection: typeof projection
  readonly requests: typeof requests
  readonly run: typeof run
  readonly session: typeof session
  readonly share: typeof share
  readonly stepper: typeof stepper
  readonly streams: typeof streams
  readonly undo: typeof undo
}

/** What a language says instead of the English texts; it may lack panels and members, which then stay English. */
export type Translation = { readonly [Panel in keyof Strings]?: Partial<Strings[Panel]> }
