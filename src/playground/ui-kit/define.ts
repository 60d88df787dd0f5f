// Defines a custom element unless the page has it already.

/** A page may load the module twice, from two addresses. */
export function define(name: string, constructor: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, constructor)
}
