// German texts of a printed playground.

import type { Strings } from '../strings.ts'

export const print: Strings['print'] = {
  query: (projection) => `Abfrage von ${projection}`,
  state: (projection) => `Zustand von ${projection}`,
  stream: (stream) => `Ereignisse von ${stream}`,
  number: 'Nummer',
  type: 'Typ',
  data: 'Daten',
  leftOut: (events) => (events === 1 ? '1 weiteres Ereignis ist nicht gedruckt.' : `${events} weitere Ereignisse sind nicht gedruckt.`),
}
