// German texts about running a query: the button, what runs, and how a run came out.

import { printCount } from '../counts.ts'
import type { Strings } from '../strings.ts'

export const run: Strings['run'] = {
  run: 'Ausführen',
  keys: 'Strg ⏎',
  edited: 'Geändert, nicht ausgeführt',
  new: 'Noch nicht ausgeführt',
  enterName: 'Gib der Projektion einen Namen.',
  systemName: 'Namen, die mit $ beginnen, gehören dem System.',
  completed: (projection) => `${projection} ist abgeschlossen.`,
  handled: (projection, count) => `${projection} hat ${count === 1 ? 'ein Ereignis' : `${printCount(count)} Ereignisse`} verarbeitet.`,
  modes: { Continuous: 'fortlaufende', OneTime: 'einmalige', Transient: 'flüchtige' },
  replaces: (mode) => `Ausführen löscht zuerst die ${mode} Projektion dieses Namens und alles, was sie geschrieben hat.`,
}
