// German texts of the comparison, and of what a change of a projection would do to streams.

import { counted, printCount } from '../counts.ts'
import type { Strings } from '../strings.ts'

export const compare: Strings['compare'] = {
  waiting: 'Der Store wird geöffnet.',
  with: 'Den Entwurf vergleichen mit',
  rivals: {
    running: 'der laufenden Projektion',
    engine: 'sich selbst in der zweiten Engine',
    release: (release) => `sich selbst in Release ${release}`,
  },
  sides: {
    running: 'Laufend',
    draft: 'Entwurf',
    engine: (number) => `Engine ${number}`,
    release: (release) => `Release ${release}`,
  },
  none: 'Es gibt nichts zum Vergleichen.',
  comparing: 'Wird verglichen …',
  agrees: (events) => `Kein Unterschied über ${counted(events, 'verarbeitetes Ereignis', 'verarbeitete Ereignisse')}.`,
  differs: 'Sie unterscheiden sich.',
  first: 'Der erste Unterschied kommt mit',
  event: (event, type) => `${event} (${type})`,
  whats: { partition: 'Partition', state: 'Zustand', result: 'Ergebnis', emissions: 'Geschriebenes', fault: 'Fehler' },
  nothing: 'nichts',
  states: 'Letzte Zustände und Ergebnisse, die sich unterscheiden',
  stateOf: (partition) => `Zustand von ${partition}`,
  resultOf: (partition) => `Ergebnis von ${partition}`,
  moreChanges: (count) => `und ${counted(count, 'weitere Änderung', 'weitere Änderungen')}`,
  morePartitions: (count) => `und ${counted(count, 'weitere Partition', 'weitere Partitionen')}`,
  emitted: (one, first, other, second) =>
    `Geschriebene Ereignisse und Links: ${printCount(first)} (${one}), ${printCount(second)} (${other})`,
  faults: (side, message) => `${side} scheitert: ${message}`,
  tried: {
    heading: 'Was Ausführen mit Streams täte',
    ask: 'An einer Kopie versuchen',
    trying: 'Wird an einer Kopie des Stores versucht …',
    isNew: 'Ausführen legt eine Projektion an: Kein Stream verliert etwas.',
    nothing: 'Kein Stream würde sich ändern.',
    table: 'Streams, die sich ändern würden',
    effects: { deleted: 'gelöscht', truncated: 'Anfang abgeschnitten' },
    counts: (removed, written) =>
      [
        ...(removed > 0 ? [`${counted(removed, 'Ereignis', 'Ereignisse')} entfernt`] : []),
        ...(written > 0 ? [`${counted(written, 'Ereignis', 'Ereignisse')} geschrieben`] : []),
      ].join(', '),
    more: (count) => `und ${counted(count, 'weiterer Stream', 'weitere Streams')}`,
    fault: (reason) => `Sie würde scheitern: ${reason}`,
  },
  reset: {
    title: (name) => `${name} zurücksetzen?`,
    means: 'Sie vergisst ihren Zustand und beginnt wieder mit dem ersten Ereignis.',
    cancel: 'Abbrechen',
    reset: 'Zurücksetzen',
  },
}
