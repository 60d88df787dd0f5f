// English texts of the small elements that several panels use.

import { replaceable } from '../texts.ts'

export const kit = replaceable('kit', {
  copy: 'Copy',
  copyForAssistant: 'Copy for an assistant',
  copied: 'Copied',
  copyingFailed: 'Copying failed',
  /** Name of a copy button for screen readers, e.g. `Copy response body`. */
  copyThing: (label: string, thing: string) => `${label} ${thing}`,
})
