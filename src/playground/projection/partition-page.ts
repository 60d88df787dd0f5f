// Chooses which of a projection's partitions a list shows: those that the filter leaves, a hundred at a time.

/** Partitions per page. */
export const partitionsPerPage = 100

export interface PartitionPage {
  readonly shown: readonly string[]
  /** Places of the first and the last one shown, from 1; 0 where there are none. */
  readonly first: number
  readonly last: number
  /** How many the filter leaves. */
  readonly found: number
  readonly page: number
  readonly pages: number
}

/**
 * @param filter part of the names, without regard to case.
 * @param page from 0; the last one where there are fewer.
 */
export function pageOf(partitions: readonly string[], filter: string, page: number): PartitionPage {
  const wanted = filter.trim().toLowerCase()
  const found = wanted === '' ? partitions : partitions.filter((name) => name.toLowerCase().includes(wanted))
  const pages = Math.max(1, Math.ceil(found.length / partitionsPerPage))
  const at = Math.min(Math.max(page, 0), pages - 1)
  const shown = found.slice(at * partitionsPerPage, (at + 1) * partitionsPerPage)
  return {
    shown,
    first: shown.length ? at * partitionsPerPage + 1 : 0,
    last: at * partitionsPerPage + shown.length,
    found: found.length,
    page: at,
    pages,
  }
}
