// The German translation, loaded when a page asks for it.

import type { Strings } from '../strings.ts'
import { compare } from './compare.ts'
import { devtools } from './devtools.ts'
import { diagnostics } from './diagnostics.ts'
import { editor } from './editor.ts'
import { explain } from './explain.ts'
import { frame } from './frame.ts'
import { json } from './json.ts'
import { kit } from './kit.ts'
import { lesson } from './lesson.ts'
import { map } from './map.ts'
import { page } from './page.ts'
import { print } from './print.ts'
import { projection } from './projection.ts'
import { requests } from './requests.ts'
import { run } from './run.ts'
import { session } from './session.ts'
import { share } from './share.ts'
import { stepper } from './stepper.ts'
import { streams } from './streams.ts'
import { undo } from './undo.ts'

export const german: Strings = {
  compare,
  devtools,
  diagnostics,
  editor,
  explain,
  frame,
  json,
  kit,
  lesson,
  map,
  page,
  print,
  projection,
  requests,
  run,
  session,
  share,
  stepper,
  streams,
  undo,
}
