// Defines a custom element unless the page already has it.

/** A page may load the module twice from different addresses. */
export function define(name: string, constructor: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, constructor)
}
