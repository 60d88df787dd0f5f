// German texts of the lesson.

import type { Strings } from '../strings.ts'

const commands: Readonly<Record<string, string>> = { enable: 'starten', disable: 'anhalten', abort: 'abbrechen', reset: 'zurücksetzen' }

export const lesson: Strings['lesson'] = {
  waiting: 'Der Store wird geöffnet.',
  noSteps: 'Hänge Ereignisse an einen Stream an, oder schreibe eine Abfrage und führe sie aus.',
  next: (title) => `Weiter: ${title}`,
  sending: 'Wird gesendet.',
  kept: 'Erledigt.',
  tick: 'Erledigt',
  request: 'Anfrage',
  sends: {
    append: (type, data) => `${type} ${data}`.trimEnd() + ' anhängen',
    appendSeveral: (count, stream) => `${count} Ereignisse an ${stream} anhängen`,
    setMetadata: (stream, metadata) => `Metadaten von ${stream} auf ${metadata} setzen`,
    deleteStream: (stream) => `${stream} löschen`,
    deleteForGood: (stream) => `${stream} endgültig löschen`,
    read: (place) => `${place} lesen`,
    command: (command, projection) => `${projection} ${commands[command] ?? command}`,
    saveQuery: (projection) => `Neue Abfrage von ${projection} speichern`,
    deleteProjection: (projection) => `Projektion ${projection} löschen`,
    createProjection: (projection) => `Projektion ${projection} anlegen`,
  },
  hasEvents: (stream, count) => [
    stream,
    count === 0 ? ' hat nichts zu lesen' : count === 1 ? ' hat ein Ereignis' : ` hat ${count} Ereignisse`,
  ],
  hasFailed: (projection, fault) => [projection, ' ist gescheitert: ', fault],
  isState: (name, state) => [name, ' ist ', state],
  found: (instead) => `Gefunden: ${instead}`,
  noResponse: 'keine Antwort',
  status: (status) => `der Status ${status}`,
  reason: (reason) => `der Grund „${reason}“`,
  state: (state) => `der Zustand ${state}`,
  events: (events) => `die Ereignisse ${events}`,
}
