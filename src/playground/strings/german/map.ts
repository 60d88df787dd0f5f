// German texts of the map.

import type { Strings } from '../strings.ts'

export const map: Strings['map'] = {
  waiting: 'Der Store wird geöffnet.',
  empty: 'Noch keine Streams. Das erste Ereignis legt einen an.',
  legend: 'Links die Streams, dann die Projektionen, die sie lesen, und was diese schreiben. Gestrichelt: Links.',
  leftOut: (printed) => `Nicht gezeichnete Streams: ${printed}.`,
  list: 'Streams und Projektionen',
  all: 'Alle Streams',
  faulted: 'Gescheitert',
  stream: (name) => `Stream ${name}`,
  category: (name) => `Kategorie ${name}`,
  projection: (name) => `Projektion ${name}`,
  events: (count, printed) => (count === 1 ? '1 Ereignis' : `${printed} Ereignisse`),
  handled: (events) => `${events} verarbeitet`,
  hasFailed: (reason) => `gescheitert: ${reason}`,
  reads: (names) => `liest ${names}`,
  writes: (names) => `schreibt ${names}`,
  readBy: (names) => `gelesen von ${names}`,
  writtenBy: (names) => `geschrieben von ${names}`,
}
