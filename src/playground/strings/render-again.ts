// Renders every element below a node again, for texts in another language.

interface Renders {
  requestUpdate(): void
}

const renders = (element: Element): element is Element & Renders => 'requestUpdate' in element

/** Goes through shadow roots too: elements inside of panels get their texts while they render. */
export function renderAgain(root: ParentNode): void {
  for (const element of root.querySelectorAll('*')) {
    if (renders(element)) element.requestUpdate()
    if (element.shadowRoot) renderAgain(element.shadowRoot)
  }
}
