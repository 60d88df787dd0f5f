// Compares texts and finds separators of numbers by culture, which the engine cannot: it has no `Intl`.

/** Root order, as of the invariant culture. */
const invariant = 'en'

const collators = new Map<string, Intl.Collator>()

/**
 * @param locale empty for the invariant culture.
 * @returns -1, 0 or 1; undefined for an unknown culture.
 */
export function compareTexts(a: string, b: string, locale: string): number | undefined {
  const collator = collators.get(locale) ?? ifKnown(() => new Intl.Collator(locale || invariant))
  if (!collator) return undefined
  collators.set(locale, collator)
  return Math.sign(collator.compare(a, b))
}

/** The separators of a culture: of groups and of decimals, and the numbers of digits in the last group and in the others. */
export type Separators = readonly [group: string, decimal: string, last: number, others: number]

/** @returns undefined for an unknown culture. */
export function separatorsOf(locale: string): Separators | undefined {
  const parts = ifKnown(() =>
    new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: 'always', minimumFractionDigits: 1 } as object).formatToParts(
      123_456_789_123.5,
    ),
  )
  const groups = parts?.filter(({ type }) => type === 'integer').map(({ value }) => value.length)
  const valueOf = (type: string): string => parts?.find((part) => part.type === type)?.value ?? ''
  return groups && [valueOf('group'), valueOf('decimal'), groups.at(-1)!, groups.at(-2) ?? groups.at(-1)!]
}

/** The platform throws for names that no culture can have. */
function ifKnown<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
