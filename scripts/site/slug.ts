// Names headings as GitHub and npm do, so that one link leads to the same place on all of them.

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Numbers a name that was given before. */
export function uniqueSlugs(): (heading: string) => string {
  const given = new Map<string, number>()
  return (heading) => {
    const slug = slugOf(heading)
    const before = given.get(slug) ?? 0
    given.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
}
