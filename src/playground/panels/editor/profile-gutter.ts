// Brings the profile of the draft into the code editor while somebody steps through it.

import { effect } from '@preact/signals-core'
import type { PlaygroundSession } from '../../model/session.ts'
import { profilingOf } from '../../model/trace/profiling.ts'
import type { CodeEditor } from './code-editor.ts'

export class ProfileGutter {
  readonly #editor: () => CodeEditor | undefined
  #session: PlaygroundSession | undefined
  #end: (() => void) | undefined

  /** @param editor undefined while it has not loaded. */
  constructor(editor: () => CodeEditor | undefined) {
    this.#editor = editor
  }

  /** @param session undefined: nobody steps, or the editor is out of sight. */
  follow(session: PlaygroundSession | undefined): void {
    if (session === this.#session) return
    this.#end?.()
    if (this.#session) profilingOf(this.#session).attend(this, false)
    this.#session = session
    if (!session) return this.#editor()?.showProfile(undefined)
    const profiling = profilingOf(session)
    profiling.attend(this, true)
    this.#end = effect(() => {
      const { current } = profiling
      this.#editor()?.showProfile(current)
    })
  }
}
