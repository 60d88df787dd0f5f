// The command `dry-run`: prints what a change of a projection would do to the streams of a store, which stays as it is.

import type { DryRun, ProjectionChange } from '../../../engine/observe/dry-run.ts'
import { firstLine } from '../../../engine/observe/query-problem.ts'
import { RefusedRequest } from '../../../engine/shortcuts.ts'
import { createStore } from '../../../engine/store.ts'
import type { DryRunCommand } from '../../arguments.ts'
import { Failure } from '../../failure.ts'
import { readStoreFolder } from '../../files/store-folder.ts'
import { readText } from '../../files/text-file.ts'
import { connectTo, objectIn } from '../../remote/remote.ts'
import { counted } from '../../terminal.ts'
import type { Tools } from '../../tools.ts'

export async function runDryRun({ projection, change: given, source, isJson }: DryRunCommand, tools: Tools): Promise<void> {
  const change = given.kind === 'query' ? { ...given, query: readText(given.query) } : given
  const run = source.kind === 'db' ? await onDisk(source.folder, projection, change, tools) : await served(source, projection, change)
  if (isJson) return await tools.terminal.print(JSON.stringify(run, null, 2))
  for (const line of printDryRun(run)) await tools.terminal.print(line)
}

function* printDryRun({ streams, fault }: DryRun): Iterable<string> {
  const width = Math.max(0, ...streams.map(({ name }) => name.length))
  for (const { name, effect, removed, written } of streams) {
    const parts = [
      ...(removed > 0 ? [`${counted(removed, 'event')} removed`] : []),
      ...(written > 0 ? [`${counted(written, 'event')} written`] : []),
    ]
    yield `${effect.padEnd(9)}  ${name.padEnd(width)}  ${parts.join(', ')}`
  }
  const sum = (which: 'removed' | 'written') => streams.reduce((total, stream) => total + stream[which], 0)
  yield `${counted(streams.length, 'stream')}: ${counted(sum('removed'), 'event')} removed, ${counted(sum('written'), 'event')} written`
  if (fault) yield `The projection would be faulted: ${firstLine(fault.message)}`
}

async function onDisk(folder: string, projection: string, change: ProjectionChange, tools: Tools): Promise<DryRun> {
  const snapshot = await readStoreFolder(folder, tools)
  const copy = createStore({ environment: { log: () => undefined } })
  try {
    await copy.restore(snapshot)
    return await copy.dryRun(projection, change)
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error
    throw new Failure(error.status === 404 ? `There is no projection "${projection}".` : error.message, { cause: error })
  } finally {
    await copy.close()
  }
}

async function served(
  { url, user }: Extract<DryRunCommand['source'], { kind: 'server' }>,
  projection: string,
  change: ProjectionChange,
): Promise<DryRun> {
  const remote = connectTo(url, user)
  const headers = { 'Content-Type': 'application/json' }
  const path = `/-/projections/${encodeURIComponent(projection)}/dry-run`
  const response = await remote.ask('POST', path, { headers, body: JSON.stringify(change) })
  const isControl = response.headers.get('Content-Type')?.includes('json') === true
  if (!isControl)
    throw new Failure(`${remote.name} has no control routes: start it with "rillbox serve --control", or pull it and use --db.`)
  if (response.ok) return (await objectIn(remote, response, `POST ${path}`, ['streams'])) as DryRun
  const { status, statusText } = response
  const { detail = `${status} ${statusText}` } = (await objectIn(remote, response, `POST ${path}`)) as { readonly detail?: string }
  throw new Failure(detail)
}
