// German texts about opening the store, and about its troubles.

import type { Strings } from '../strings.ts'

export const session: Strings['session'] = {
  notOpen: 'Der Store ist nicht geöffnet.',
  dropped: 'Keine Antwort: Die Verbindung wurde abgebrochen.',
  noAddress: (src) => `„${src}“ ist keine Adresse eines Szenarios.`,
  noAddressHint: 'Das Attribut src nimmt eine URL, wie href bei einem Link.',
  notLoaded: (address) => `Das Szenario ${address} konnte nicht geladen werden.`,
  notLoadedHint:
    'Prüfe die Verbindung. Liegt das Szenario auf einer anderen Origin, müssen sie und die Content Security Policy der Seite die Anfrage erlauben.',
  notFound: (address, status) => `Das Szenario ${address} konnte nicht geladen werden: ${status}.`,
  notFoundHint: 'Prüfe die Adresse: Sie ist relativ zur Seite, nicht zum Skript.',
  scenarioInside: 'Das Szenario im Element',
  scenarioAt: (address) => `Das Szenario ${address}`,
  notJson: (scenario, error) => `${scenario} ist kein gültiges JSON: ${error}`,
  notJsonHint: 'JSON braucht doppelte Anführungszeichen und erlaubt kein Komma nach dem letzten Element.',
  queriesMissing: (scenario, problems) => `${scenario} nennt Abfragen, die fehlen:\n${problems}`,
  queriesMissingHint: 'Ein Pfad wie „./totals.js“ ist relativ zur Adresse des Szenarios.',
  queryNotLoaded: (address) => `${address} konnte nicht geladen werden`,
  queryNotFound: (address, status) => `${address} antwortet ${status}`,
  queryIsPage: (address) => `${address} antwortet mit einer HTML-Seite`,
  fileUnknown: (name) => `${name} ist keine Datei, die eine Spielwiese öffnet.`,
  fileProblem: (line, problem) =>
    `Zeile ${line}: ${problem}. Eine Spielwiese öffnet Szenarien, Schnappschüsse, Exporte und Ereignisse, je Zeile ein JSON-Objekt.`,
  fileDeletion: (line, stream) =>
    `Zeile ${line} löscht ${stream} für immer. Das kann eine Liste von Ereignissen hier nicht. Öffne einen Export des ganzen Stores.`,
  fileEmpty: (name) => `${name} enthält keine Ereignisse.`,
  fileKinds: 'Eine Spielwiese öffnet Szenarien, Schnappschüsse, Exporte und Ereignisse, je Zeile ein JSON-Objekt.',
  notYours: 'Diese Spielwiese zeigt einen Store der Seite.',
  notYoursHint: 'Eine Datei würde ersetzen, was die Seite darin aufbewahrt.',
  partMissing: 'Ein Teil der Spielwiese konnte nicht geladen werden.',
  partMissingHint:
    'Prüfe die Verbindung und versuche es noch einmal. Wenn du die Spielwiese selbst bereitstellst, lass alle Dateien des Ordners neben element.js.',
  selfFeeding: (projection) => `Die Projektion „${projection}“ füttert sich selbst.`,
  selfFeedingHint:
    'Sie reagiert auf ihre eigenen Ereignisse und läuft, bis du sie anhältst. Lass sie andere Streams lesen als die, in die sie schreibt.',
}
