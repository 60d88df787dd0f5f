// German texts that explain faults of queries, and queries that handle nothing, beside the server's own words.

import { printCount } from '../counts.ts'
import type { Strings } from '../strings.ts'

const at = (event: string): string => event && ` bei ${event}`

export const explain: Strings['explain'] = {
  faults: {
    syntax: 'Der Text ist keine gültige Abfrage; nichts ist gelaufen.',
    definition: 'Der Server lehnt die Abfrage ab, bevor er ein Ereignis liest.',
    partition: (_handler, event) => `Die Funktion, die die Partition benennt, ist${at(event)} gescheitert.`,
    runtime: (handler, event) => `${handler || 'Die Abfrage'} ist${at(event)} gescheitert.`,
    number: (handler, event) =>
      `${handler || 'Ein Handler'} hat${at(event)} eine Zahl zu NaN oder unendlich gemacht. JSON kennt solche Zahlen nicht; der Zustand lässt sich nicht speichern.`,
    emit: 'Die Abfrage schreibt in Streams und darf es nicht: „Schreiben“ ist aus.',
    emitTransient: 'Die Abfrage schreibt in Streams. Eine flüchtige Abfrage darf das nie: wähle einen anderen Modus.',
    'state-size': 'Der Zustand ist größer geworden, als der Server ihn speichert.',
    timeout: (handler, event) =>
      `${handler || 'Die Abfrage'} hat${at(event)} länger gebraucht, als der Server erlaubt. Suche eine Schleife, die nicht endet.`,
    memory: 'Die Abfrage braucht mehr Speicher, als sie haben darf. Suche etwas, das mit jedem Ereignis wächst.',
    stack: 'Eine Funktion ruft sich endlos selbst auf.',
    crash: 'Die Maschine, in der die Abfrage lief, ist beendet. Du kannst nichts dafür.',
  },
  noEvents: 'Es gibt noch keine Ereignisse.',
  noneHandled: (read) => `${read === 1 ? 'Ein Ereignis war' : `${printCount(read)} Ereignisse waren`} da, und keines wurde verarbeitet.`,
  skipped: {
    'stream-not-read': (count, names) => `${printCount(count)} in Streams, die die Abfrage nicht liest: ${names}`,
    'type-not-handled': (count, names) => `${printCount(count)} von Typen ohne Handler: ${names}`,
    'data-not-json': (count, names) => `${printCount(count)}, deren Daten kein JSON sind: ${names}`,
    'no-partition': (count, names) => `${printCount(count)} ohne Partition: ${names}`,
    'not-delivered': (count, names) => `${printCount(count)}, die diese Art von Quelle auslässt: ${names}`,
    'after-fault': (count, names) => `${printCount(count)} hinter dem, das gescheitert ist: ${names}`,
  },
  line: (line) => `Zeile ${line}:`,
  allowEmit: 'Schreiben erlauben und ausführen',
  mend: 'Ändern und ausführen',
  more: 'Mehr dazu',
}
