// Keeps the projections of a served store those of a folder: once at the start, and after each change of a file.

import type { FSWatcher, WatchListener } from 'node:fs'
import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { carryOut, planProjections } from '../../engine/queries/files/projection-plan.ts'
import type { CarriedOut, SendRequest } from '../../engine/queries/files/projection-plan.ts'
import type { Store } from '../../engine/store.ts'
import { readSoundProjections } from '../files/projection-folder.ts'
import { shortReason, tell } from '../failure.ts'

type DirectStore = Pick<Store, 'direct'>

/** Creates and updates what differs. @returns a line for each projection that was changed, or cannot be, and for each file that is wrong. */
export async function bringFolder(store: DirectStore, folder: string): Promise<readonly string[]> {
  const send: SendRequest = (method, path, body) =>
    store.direct(
      new Request(`http://store${path}`, {
        method,
        headers: { Accept: 'application/json', 'Content-Type': 'text/plain' },
        ...(body !== undefined && { body }),
      }),
    )
  const { projections, problems } = readSoundProjections(folder)
  const plan = await planProjections(send, projections)
  const lines = [...problems]
  for (const { name, action, differences, file } of plan)
    if (action === 'conflict') lines.push(`Left as it is: projection "${name}" of ${file!.file} (${differences.join(', ')}).`)
  for (const carried of await carryOut(send, plan)) lines.push(...linesAbout(carried))
  return lines
}

function* linesAbout({ projection: { name, action, differences, file }, kind, reason }: CarriedOut): Iterable<string> {
  if (kind === 'refused') return yield `${file.file}: ${reason}`
  const what = differences.length > 0 ? ` (${differences.join(', ')})` : ''
  yield `${action === 'create' ? 'Created' : 'Updated'}: projection "${name}" of ${file.file}${what}.`
  if (kind === 'faulted') yield `${file.file}: the projection "${name}" is faulted: ${shortReason(reason ?? '')}`
}

/** Editors write a file in several steps. */
const calm = 50

/** @returns a function that ends the watch. A wrong file is named, and its projection stays as it is. */
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
  const bringSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      work = work.then(bring)
    }, calm)
  }
  const watchInside = (): FSWatcher | undefined => watchQuietly(folder, { recursive: true }, bringSoon)
  let inside = watchInside()
  // A folder that goes and comes again, as when another branch is checked out, is a new one to the system.
  const outside = watchQuietly(dirname(resolve(folder)), {}, (event, name) => {
    if (event !== 'rename' || name !== basename(resolve(folder))) return
    inside?.close()
    inside = watchInside()
    bringSoon()
  })
  return () => {
    clearTimeout(timer)
    outside?.close()
    inside?.close()
  }
}

/** @returns undefined where the folder is not there, or may not be watched. */
function watchQuietly(folder: string, options: { recursive?: boolean }, changed: WatchListener<string>): FSWatcher | undefined {
  try {
    // Some systems report the end of a watched folder as an error.
    return watch(folder, options, changed).on('error', () => undefined)
  } catch {
    return undefined
  }
}
