// German texts of the bar that offers to take back the last deed.

import { printCount } from '../counts.ts'
import type { Strings } from '../strings.ts'

export const undo: Strings['undo'] = {
  reset: 'Die Spielwiese ist wieder am Anfang.',
  draft: 'Die Abfrage ist wieder die des Szenarios.',
  branched: 'Der Store enthält jetzt den Zweig statt dessen, was hier war.',
  opened: (name) => `${name} steht jetzt an Stelle des bisherigen Inhalts.`,
  deletedStream: (name) => `Stream ${name} gelöscht.`,
  deletedProjection: (name) => `Projektion ${name} gelöscht.`,
  alsoLost: (count) =>
    count === 1
      ? 'Damit geht auch die seitdem vorgenommene Änderung verloren.'
      : `Damit gehen auch die ${printCount(count)} seitdem vorgenommenen Änderungen verloren.`,
  undo: 'Rückgängig machen',
  undoAnyway: 'Trotzdem rückgängig machen',
  dismiss: 'Schließen',
  undone: 'Rückgängig gemacht.',
}
