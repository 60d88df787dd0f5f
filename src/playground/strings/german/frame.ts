// German texts of the playground's frame: header, tabs, start and failure.

import type { Strings } from '../strings.ts'

export const frame: Strings['frame'] = {
  untitled: 'Spielwiese',
  panels: {
    lesson: 'Lektion',
    editor: 'Abfrage',
    result: 'Ergebnis',
    log: 'Protokoll',
    streams: 'Streams',
    map: 'Karte',
    requests: 'Anfragen',
    steps: 'Schritte',
    compare: 'Vergleich',
  },
  panelTabs: 'Bereiche',
  splitters: {
    columns: 'Breite der Abfrage',
    rows: 'Höhe von Abfrage und Ergebnis',
  },
  splitterHint: 'Ziehen oder Pfeiltasten drücken. Doppelklick stellt die übliche Größe her.',
  panes: { label: 'Fenster', all: 'Alle', editor: 'Abfrage', result: 'Ergebnis', tabs: 'Bereiche' },
  wholeScreen: 'Ganzer Bildschirm',
  leaveScreen: 'Ganzen Bildschirm verlassen',
  noState: 'noch kein Zustand',
  noProjection: 'Noch ist keine Projektion gelaufen.',
  faulted: 'Gescheitert',
  readonly: 'Nur lesen',
  lentStore: 'Store der Seite',
  inMemory: 'Im Speicher',
  startOver: 'Von vorn',
  share: 'Teilen',
  dismiss: 'Schließen',
  send: 'Senden',
  start: 'Spielwiese starten',
  starting: 'Die Spielwiese startet.',
  ready: 'Die Spielwiese ist bereit.',
  startedOver: 'Die Spielwiese ist wieder am Anfang.',
  failed: 'Die Spielwiese konnte nicht gestartet werden.',
  tryAgain: 'Noch einmal versuchen',
  openWithoutLink: 'Ohne den Link öffnen',
  newerLink: (version) => `Der Link in der Adresse stammt aus einer neueren Version der Spielwiese (Format ${version}).`,
  newerLinkHint: 'Lade die Seite neu, vielleicht ist sie inzwischen aktualisiert. Sonst bitte um das Szenario als Datei.',
  brokenLink: (reason) => `Der Link in der Adresse ist beschädigt: ${reason}.`,
  brokenLinkHint:
    'Kopiere den ganzen Link noch einmal: Programme kürzen lange Links oft. Du kannst auch die Spielwiese der Seite ohne ihn öffnen.',
}
