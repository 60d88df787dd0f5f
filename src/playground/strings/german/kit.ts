// German texts of the small elements that several panels use.

import type { Strings } from '../strings.ts'

export const kit: Strings['kit'] = {
  copy: 'Kopieren',
  copyForAssistant: 'Für einen Assistenten kopieren',
  copied: 'Kopiert',
  copyingFailed: 'Kopieren fehlgeschlagen',
  copyThing: (label, thing) => `${label}: ${thing}`,
}
