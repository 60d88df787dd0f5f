// The command `export`: prints the whole content of a store on disk.

import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { snapshotLines } from '../../engine/snapshot/lines.ts'
import type { ExportCommand } from '../arguments.ts'
import { readStoreFolder } from '../files/store-folder.ts'
import { counted, printResult } from '../terminal.ts'
import type { Tools } from '../tools.ts'

/** Reads the storage alone: an opened store would start its projections, which write. */
export async function runExport({ db, file, isJson }: ExportCommand, tools: Tools): Promise<void> {
  const { terminal } = tools
  const snapshot = await readStoreFolder(db, tools)
  const lines = snapshotLines(snapshot)
  if (file === undefined) {
    for (const line of lines) await terminal.print(line)
  } else {
    await writeFile(file, lines)
    const events = snapshot.events.length
    await printResult(terminal, isJson, `Exported ${counted(events, 'event')} to ${file}.`, { events, file })
  }
}

async function writeFile(file: string, lines: Iterable<string>): Promise<void> {
  const output = createWriteStream(file)
  await once(output, 'open')
  for (const line of lines) if (!output.write(`${line}\n`)) await once(output, 'drain')
  output.end()
  await once(output, 'finish')
}
