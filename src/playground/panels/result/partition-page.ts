// Decides which partitions the list shows: those that match the filter, a hundred per page.

/** Partitions per page. */
export const partitionsPerPage = 100

/**
 * @param filter part of the name, in any case.
 * @param page from 0; beyond the end, the last page counts.
 */
export function pageOf(partitions: readonly string[], filter: string, page: number) {
  const wanted = filter.trim().toLowerCase()
  const found = wanted === '' ? partitions : partitions.filter((name) => name.toLowerCase().includes(wanted))
  const pages = Math.max(1, Math.ceil(found.length / partitionsPerPage))
  const at = Math.min(Math.max(page, 0), pages - 1)
  const shown = found.slice(at * partitionsPerPage, (at + 1) * partitionsPerPage)
  return {
    shown,
    /** Positions of the first and last partition shown, from 1; 0 without any. */
    first: shown.length ? at * partitionsPerPage + 1 : 0,
    last: at * partitionsPerPage + shown.length,
    /** Number of partitions that match the filter. */
    found: found.length,
    page: at,
    pages,
  }
}
