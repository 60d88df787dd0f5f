// Connects a store of the page to the panels of the playground.

import type { OfferedStore } from '../host/offered-stores.ts'
import { draftOf } from '../playground/model/draft/projection-draft.ts'
import { PlaygroundSession } from '../playground/model/session.ts'

export interface InspectedStore extends OfferedStore {
  readonly session: PlaygroundSession
}

/** The session leaves the store open, because the page owns it, and writes nothing to it by itself. */
export const inspected = ({ store, name }: OfferedStore): InspectedStore => ({
  store,
  name,
  session: new PlaygroundSession({
    createStore: async () => {
      await import('../playground/panels.ts')
      return store
    },
    // At the first look the editor has a query of the application.
    draft: async () => {
      const { shown } = await store.inspect()
      return shown && draftOf(shown)
    },
    isLent: () => true,
    name,
  }),
})
