// Reads a file of the reader as a snapshot.

/** @throws StoreError `invalid-snapshot`, so that a file that is none does not get into the list. */
export async function readFileText(file: Blob): Promise<{ readonly text: string; readonly events: number }> {
  const [text, { readSnapshot }, { readSnapshotText }] = await Promise.all([
    file.text(),
    import('../../engine/snapshot/snapshot.ts'),
    import('../../engine/snapshot/text.ts'),
  ])
  return { text, events: usersEvents(readSnapshot(readSnapshotText(text)).events) }
}

/** Counts the events of users and of their metadata; readers do not expect the system's events in the number. */
export const usersEvents = (events: readonly { readonly stream: string }[]): number =>
  events.filter(({ stream }) => !/^(?:\$\$)?\$(?!\$)/.test(stream)).length
