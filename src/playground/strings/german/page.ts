// German texts of the requests in a page.

import type { Strings } from '../strings.ts'

export const page: Strings['page'] = {
  working: 'Warten auf die Antwort …',
  answered: (others) =>
    others === 0 ? 'Gesendet.' : others === 1 ? 'Gesendet, nach der Anfrage davor.' : `Gesendet, nach den ${others} Anfragen davor.`,
  answer: 'Antwort',
  reset: 'Der Store ist wieder wie am Anfang der Seite.',
  keep: 'Meine Ereignisse auf diesem Gerät behalten',
  kept: 'Sie bleiben hier, für die nächste Seite und den nächsten Besuch.',
  forgotten: 'Sie sind von diesem Gerät gelöscht.',
}
