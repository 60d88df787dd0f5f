// English texts of a printed playground.

import { replaceable } from '../texts.ts'

export const print = replaceable('print', {
  query: (projection: string) => `Query of ${projection}`,
  state: (projection: string) => `State of ${projection}`,
  stream: (stream: string) => `Events of ${stream}`,
  number: 'Number',
  type: 'Type',
  data: 'Data',
  leftOut: (events: number) => (events === 1 ? '1 more event is not printed.' : `${events} more events are not printed.`),
})
