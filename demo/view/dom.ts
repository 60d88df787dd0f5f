// Creates elements, finds those of the page, and formats values.

type Child = Node | string
type Props<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], 'children' | 'style' | 'attributes'>> & {
  readonly attributes?: Readonly<Record<string, string>>
}

/** @param props properties of the element, and `attributes` like `aria-label`. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<K> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const { attributes = {}, ...properties } = props
  const made = Object.assign(document.createElement(tag), properties)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** A line drawing in a square of 48. */
export function drawing(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 48 48')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

/** @throws Error if the page has no such element: page and script do not match. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no element "${id}".`)
  return found
}

/**
 * Waits until an element is defined.
 *
 * @throws Error if the element with this id is of another kind.
 */
export async function whenAlive<Name extends `rillbox-${string}` & keyof HTMLElementTagNameMap>(
  id: string,
  name: Name,
): Promise<HTMLElementTagNameMap[Name]> {
  await customElements.whenDefined(name)
  const found = byId(id)
  if (found.localName !== name) throw new Error(`The element "${id}" is no <${name}>.`)
  return found as HTMLElementTagNameMap[Name]
}

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

/** @param cents e.g. 1150 for €11.50 */
export const printMoney = (cents: number): string => money.format(cents / 100)

export const printTime = (time: string | number): string => new Date(time).toLocaleTimeString('en-GB')
