// German texts of the request panel.

import { counted, printCount } from '../counts.ts'
import type { Strings } from '../strings.ts'

const requestsOf = (count: number): string => counted(count, 'Anfrage', 'Anfragen')

export const requests: Strings['requests'] = {
  filter: 'Nach Methode und Pfad filtern',
  filterBriefly: 'Methode oder Pfad',
  filterByStatus: 'Nach Status filtern',
  anyStatus: 'Jeder Status',
  waiting: 'Wartend',
  noResponse: 'Ohne Antwort',
  clear: 'Leeren',
  download: 'HAR herunterladen',
  downloadHint: 'Speichert die aufgeführten Anfragen als HTTP-Archiv, ohne Zugangsdaten.',
  count: (shown, all) => (shown === all ? requestsOf(all) : `${printCount(shown)} von ${requestsOf(all)}`),
  caption: 'Anfragen, neueste zuerst',
  method: 'Methode',
  path: 'Pfad',
  status: 'Status',
  time: 'Zeit',
  took: 'Dauer',
  duration: (milliseconds) => {
    if (milliseconds < 10) return `${printCount(milliseconds, 1)} ms`
    return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${printCount(milliseconds / 1000, 2)} s`
  },
  noMatch: 'Keine Anfrage passt zum Filter.',
  closed: 'Anfragen erscheinen hier, sobald der Store geöffnet ist.',
  none: 'Noch keine Anfragen. Jede Anfrage an den Store erscheint hier, ob von dieser Seite oder aus den Bereichen.',

  unanswered: {
    polling: {
      text: 'Wartet auf Änderungen',
      brief: 'Wartend',
      why: 'Der Store antwortet, wenn sich der Stream ändert oder die Zeit der Long-Poll-Anfrage abgelaufen ist.',
    },
    waiting: { text: 'Wartet auf Antwort', brief: 'Wartend', why: 'Der Store hat noch nicht geantwortet.' },
    dropped: {
      text: 'Verbindung abgebrochen',
      brief: 'Getrennt',
      why: 'Die Verbindung wurde abgebrochen: Der Client bekam einen Netzwerkfehler.',
    },
    refused: { text: 'Durch CORS abgelehnt', brief: 'CORS' },
    stopped: { text: 'Warten beendet', brief: 'Beendet', why: 'Der Client hat die Anfrage vor der Antwort abgebrochen.' },
    aborted: { text: 'Vom Client abgebrochen', brief: 'Beendet', why: 'Der Client hat die Anfrage vor der Antwort abgebrochen.' },
    failed: { text: 'Ohne Antwort', brief: 'Fehler' },
  },
  missing: 'Das Gesuchte gibt es noch nicht: beim Nachsehen eine gewöhnliche Antwort.',

  rawBodies: 'Rohdaten',
  answeredByFault: (rule) => `Von der Fehlerregel „${rule}“ beantwortet, nicht vom Store.`,
  request: 'Anfrage',
  response: 'Antwort',
  requestBody: 'Inhalt der Anfrage',
  responseBody: 'Inhalt der Antwort',
  noHeaders: 'Keine Header.',
  noBody: 'Kein Inhalt.',
  corsHeaders: (count) => `${printCount(count)} CORS-Header`,

  nextTime: {
    form: 'Diese Anfrage',
    again: 'Noch einmal senden',
    againHint: 'Sendet dieselbe Anfrage jetzt, mit denselben Ereignis-IDs: Der Store nimmt sie als Wiederholung.',
    sent: (status) => `Noch einmal gesendet: ${status}`,
    label: 'Beim nächsten Mal',
    outcomes: {
      status: 'Mit Status antworten',
      delay: 'Spät antworten',
      'lost-answer': 'Antwort verlieren',
      unsent: 'Verbindung abbrechen',
      'lost-race': 'Jemand anderes schreibt zuerst',
    },
    status: 'Status',
    milliseconds: 'Millisekunden',
    set: 'Fehler vormerken',
    waiting: (request, effect) => `Nächstes ${request}: ${effect}`,
    cancel: 'Abbrechen',
    cancelThis: (text) => `Abbrechen: ${text}`,
  },

  copyAs: (label) => `Als ${label} kopieren`,
  needsLibrary: (library) => `Benötigt das Paket ${library}.`,
}
