// Fields that several panels have, and listeners that hand on what a reader wrote, chose or ticked.

import { html } from 'lit'

type Listener = (event: Event) => void

/** @param take gets the text of an input, or the value of a chosen option. */
export const onText =
  <Text extends string = string>(take: (text: Text) => void): Listener =>
  ({ target }) =>
    take((target as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value as Text)

export const onTick =
  (take: (isTicked: boolean) => void): Listener =>
  ({ target }) =>
    take((target as HTMLInputElement).checked)

/** @param take gets NaN where the text is no number. */
export const onNumber =
  (take: (number: number) => void): Listener =>
  ({ target }) =>
    take((target as HTMLInputElement).valueAsNumber)

/** Sends a form by the script alone. */
export const onSubmit =
  (send: () => unknown): Listener =>
  (event) => {
    event.preventDefault()
    void send()
  }

/** A field that filters a list. */
export const searchField = (label: string, hint: string, text: string, take: (text: string) => void) =>
  html`<input
    type="search"
    part="filter"
    aria-label=${label}
    placeholder=${hint}
    autocomplete="off"
    spellcheck="false"
    .value=${text}
    @input=${onText(take)}
  />`

/** A switch with its label. */
export const tickField = (label: string, isTicked: boolean, take: (isTicked: boolean) => void) =>
  html`<label class="switch"><input type="checkbox" .checked=${isTicked} @change=${onTick(take)} /> ${label}</label>`

/** A choice below its label. @param options each value with its text. */
export const choiceField = <Value extends string>(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: Value,
  choose: (value: Value) => void,
) =>
  html`<label class="field">
    <span>${label}</span>
    <select @change=${onText<Value>(choose)}>
      ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`
