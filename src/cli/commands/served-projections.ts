// Keeps the projections of a served store those of a folder: once at the start, and after each change of a file.

import { watch } from 'node:fs'
import { carryOut, planProjections } from '../../engine/queries/files/projection-plan.ts'
import type { SendRequest } from '../../engine/queries/files/projection-plan.ts'
import { readProjectionFolder } from '../files/projection-folder.ts'
import { tell } from '../failure.ts'

interface DirectStore {
  readonly direct: (request: Request) => Promise<Response>
}

/** Creates and updates what differs. @returns a line for each projection that was changed, or cannot be. */
export async function bringFolder(store: DirectStore, folder: string): Promise<readonly string[]> {
  const send: SendRequest = (method, path, body) =>
    store.direct(
      new Request(`http://store${path}`, {
        method,
        headers: { Accept: 'application/json', 'Content-Type': 'text/plain' },
        ...(body !== undefined && { body }),
      }),
    )
  const plan = await planProjections(send, readProjectionFolder(folder))
  await carryOut(send, plan)
  const words = { create: 'Created', update: 'Updated', conflict: 'Left as it is', unchanged: '', 'only-there': '' }
  return plan.flatMap(({ name, action, differences, file }) =>
    words[action] === ''
      ? []
      : [`${words[action]}: projection "${name}" of ${file!.file}${differences.length > 0 ? ` (${differences.join(', ')})` : ''}.`],
  )
}

/** Editors write a file in several steps. */
const calm = 50

/** @returns a function that ends the watch. What is wrong in a file is told, and the projections stay as they are. */
export function watchFolder(store: DirectStore, folder: string, note: (line: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  const bring = async (): Promise<void> => {
    try {
      for (const line of await bringFolder(store, folder)) note(line)
    } catch (error) {
      note(tell(error) ?? String(error))
    }
  }
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      work = work.then(bring)
    }, calm)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
