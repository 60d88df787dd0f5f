// Finds the element that has the focus, inside of shadow roots too.

export function focusedElement(root: DocumentOrShadowRoot): HTMLElement | undefined {
  const { activeElement } = root
  if (!activeElement) return undefined
  return (activeElement.shadowRoot && focusedElement(activeElement.shadowRoot)) || (activeElement as HTMLElement)
}
