// English texts of the request panel.

import { counted, printCount } from '../counts.ts'
import { replaceable } from '../texts.ts'

export const requests = replaceable('requests', {
  filter: 'Filter by method and path',
  filterBriefly: 'Method or path',
  filterByStatus: 'Filter by status',
  anyStatus: 'Any status',
  waiting: 'Waiting',
  noResponse: 'No response',
  clear: 'Clear',
  download: 'Download HAR',
  downloadHint: 'Saves the listed requests as an HTTP archive, without credentials.',
  count: (shown: number, all: number): string =>
    shown === all ? counted(all, 'request') : `${printCount(shown)} of ${counted(all, 'request')}`,
  caption: 'Requests, newest first',
  method: 'Method',
  path: 'Path',
  status: 'Status',
  time: 'Time',
  took: 'Took',
  duration: (milliseconds: number): string => {
    if (milliseconds < 10) return `${printCount(milliseconds, 1)} ms`
    return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${printCount(milliseconds / 1000, 2)} s`
  },
  noMatch: 'No requests match the filter.',
  closed: 'Requests appear here once the store is open.',
  none: 'No requests yet. Every request to the store appears here, from this page or from the panels.',

  /** In a few words, in one for narrow columns, and in a sentence. */
  unanswered: {
    polling: {
      text: 'Waiting for changes',
      brief: 'Waiting',
      why: 'The store answers when the stream changes, or when the long poll times out.',
    },
    waiting: { text: 'Waiting for an answer', brief: 'Waiting', why: 'The store has not answered yet.' },
    dropped: { text: 'Connection dropped', brief: 'Dropped', why: 'The connection was dropped: the client got a network error.' },
    refused: { text: 'Refused by CORS', brief: 'CORS' },
    stopped: { text: 'Stopped waiting', brief: 'Stopped', why: 'The client canceled the request before the response.' },
    aborted: { text: 'Canceled by the client', brief: 'Canceled', why: 'The client canceled the request before the response.' },
    failed: { text: 'No response', brief: 'Failed' },
  },
  missing: 'Nothing here yet. A 404 is normal when an app checks whether a stream exists.',

  rawBodies: 'Raw bodies',
  answeredByFault: (rule: string): string => `Answered by the fault rule “${rule}”, not by the store.`,
  request: 'Request',
  response: 'Response',
  requestBody: 'request body',
  responseBody: 'response body',
  noHeaders: 'No headers.',
  noBody: 'No body.',
  corsHeaders: (count: number): string => counted(count, 'CORS header'),

  nextTime: {
    form: 'This request',
    again: 'Send again',
    againHint: 'Sends the same request now, with the same ids of events: the store takes it as a retry.',
    sent: (status: string): string => `Sent again: ${status}`,
    label: 'Next time',
    outcomes: {
      status: 'Answer with status',
      delay: 'Answer late',
      'lost-answer': 'Lose the answer',
      unsent: 'Drop the connection',
      'lost-race': 'Let another writer win',
    },
    status: 'Status',
    milliseconds: 'Milliseconds',
    set: 'Fail next time',
    waiting: (request: string, effect: string): string => `Next ${request}: ${effect}`,
    cancel: 'Cancel',
    cancelThis: (text: string): string => `Cancel: ${text}`,
  },

  copyAs: (label: string): string => `Copy as ${label}`,
  needsLibrary: (library: string): string => `Needs the package ${library}.`,
})
