// German texts of the lesson.

import type { Strings } from '../strings.ts'

const commands: Readonly<Record<string, string>> = { enable: 'starten', disable: 'anhalten', abort: 'abbrechen', reset: 'zurücksetzen' }

export const lesson: Strings['lesson'] = {
  failed: 'Der Store konnte nicht geöffnet werden.',
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
  hasEvents: (stream, count, tense) => [
    stream,
    { is: ' hat ', 'will be': ' hat danach ', 'should be': ' sollte haben: ' }[tense],
    count === 0 ? 'nichts zu lesen' : count === 1 ? 'ein Ereignis' : `${count} Ereignisse`,
  ],
  hasFailed: (projection, fault, tense) => [
    projection,
    { is: ' ist gescheitert: ', 'will be': ' scheitert danach: ', 'should be': ' sollte scheitern: ' }[tense],
    fault,
  ],
  isState: (name, state, tense) => [name, { is: ' ist ', 'will be': ' ist danach ', 'should be': ' sollte sein: ' }[tense], state],
  reason: (reason) => (reason === '' ? 'Gefunden: kein Fehler' : `Gefunden: der Grund „${reason}“`),
  state: (state) => (state === '' ? 'Gefunden: kein Zustand' : `Gefunden: der Zustand ${state}`),
  events: (events) => (events === '[]' ? 'Gefunden: keine Ereignisse' : `Gefunden: die Ereignisse ${events}`),
  differs: (path, expected, found) => `${path}: erwartet ${expected ?? 'nichts'}, gefunden ${found ?? 'nichts'}`,
}
