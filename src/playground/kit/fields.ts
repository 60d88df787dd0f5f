// Listeners of fields: they hand on what a reader wrote, chose or ticked.

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
