// Saves a text as a file of the reader, and reads a file as a snapshot.

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** @throws StoreError `invalid-snapshot`, so that a file that is none does not get into the list. */
export async function readFileText(file: Blob): Promise<{ readonly text: string; readonly events: number }> {
  const [text, { readSnapshot }, { readSnapshotText }] = await Promise.all([
    file.text(),
    import('../../engine/snapshot/snapshot.ts'),
    import('../../engine/snapshot/text.ts'),
  ])
  return { text, events: readSnapshot(readSnapshotText(text)).events.length }
}
