// English texts of the lesson.

import { replaceable } from '../texts.ts'

/** Of a promise: its step is done, or not yet; or it was tried, and came out otherwise. */
export type Tense = 'is' | 'will be' | 'should be'

const has: Readonly<Record<Tense, string>> = { is: ' has ', 'will be': ' will have ', 'should be': ' should have ' }
const fails: Readonly<Record<Tense, string>> = { is: ' has failed: ', 'will be': ' will fail: ', 'should be': ' should fail: ' }

export const lesson = replaceable('lesson', {
  failed: 'The store could not be opened.',
  waiting: 'Waiting for the store.',
  noSteps: 'Append events to a stream, or write a query and run it.',
  next: (title: string) => `Next: ${title}`,
  sending: 'Sending …',
  kept: 'Done.',
  tick: 'Mark as done',
  request: 'Request',
  /** Labels of the buttons that send requests. */
  sends: {
    append: (type: string, data: string) => `Append ${type} ${data}`.trimEnd(),
    appendSeveral: (count: number, stream: string) => `Append ${count} events to ${stream}`,
    setMetadata: (stream: string, metadata: string) => `Set the metadata of ${stream} to ${metadata}`,
    deleteStream: (stream: string) => `Delete ${stream}`,
    deleteForGood: (stream: string) => `Delete ${stream} for good`,
    read: (place: string) => `Read ${place}`,
    command: (command: string, projection: string) => `${command[0]!.toUpperCase()}${command.slice(1)} ${projection}`,
    saveQuery: (projection: string) => `Update the query of ${projection}`,
    deleteProjection: (projection: string) => `Delete the projection ${projection}`,
    createProjection: (projection: string) => `Create the projection ${projection}`,
  },
  /** Promises about the store; the arguments are elements. */
  hasEvents: (stream: unknown, count: number, tense: Tense) => [
    stream,
    has[tense],
    count === 0 ? 'no events to read' : count === 1 ? 'one event' : `${count} events`,
  ],
  hasFailed: (projection: unknown, fault: unknown, tense: Tense) => [projection, fails[tense], fault],
  isState: (name: unknown, state: unknown, tense: Tense) => [name, ` ${tense} `, state],
  /** What the store has instead of a promise. */
  reason: (reason: string) => (reason === '' ? 'Found: no fault' : `Found: the reason "${reason}"`),
  state: (state: string) => (state === '' ? 'Found: no state' : `Found: the state ${state}`),
  events: (events: string) => (events === '[]' ? 'Found: no events' : `Found: the events ${events}`),
  /** Of a member of a state; undefined where there is none. */
  differs: (path: string, expected: string | undefined, found: string | undefined) =>
    `${path}: expected ${expected ?? 'nothing'}, found ${found ?? 'nothing'}`,
})
