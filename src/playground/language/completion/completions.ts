// Lists the completions at a place in a query: words of the language, and names from the store.

import { editor as texts } from '../../strings/english/editor.ts'
import type { CompletionPlace } from './completion-place.ts'
import { chainAfter } from '../../../engine/queries/diagnostics.ts'
import { fieldsAt } from '../../../engine/queries/event-names.ts'
import type { StoreNames } from '../../model/store/store-names.ts'
import type { Word } from './language-words.ts'
import { chainMembers, eventMembers, functions, handlers, options, selectors } from './language-words.ts'

export interface Offer {
  readonly label: string
  readonly detail?: string
  readonly explanation?: string
  /** Text to insert, with stops for the caret. Default: the label. */
  readonly snippet?: string
  readonly kind: 'function' | 'method' | 'property' | 'keyword' | 'class' | 'text'
  /** Higher ones come first. */
  readonly rank: number
}

/** @param names from the store; empty sets until they are read. @param members of the state, at a place behind it. */
export function offersAt(place: CompletionPlace, names: StoreNames, members: readonly string[] = []): Offer[] {
  switch (place.kind) {
    case 'stream':
      return namesOf(names.streams, texts.streamInStore)
    case 'category':
      return namesOf(names.categories, texts.categoryInStore)
    case 'type':
      return namesOf(names.types, texts.typeInStore)
    case 'field':
      return fieldsOf(place, names)
    case 'chain': {
      const members = chainAfter[place.after] ?? []
      return wordsOf(
        chainMembers.filter(({ name }) => members.includes(name)),
        'method',
      )
    }
    case 'event':
      return wordsOf(eventMembers, 'property')
    case 'state':
      return members.map((label) => ({ label, detail: texts.ofState, kind: 'property', rank: 0 }))
    case 'option':
      return wordsOf(options, 'property')
    case 'handler':
      return handlersAt(place, names)
    case 'name':
      return place.inside ? wordsOf(functions, 'function') : wordsOf(selectors, 'function')
  }
}

const wordsOf = (words: readonly Word[], kind: Offer['kind']): Offer[] =>
  words.map(({ name, ...word }, index) => ({ label: name, ...word, explanation: texts.words[name], kind, rank: -index }))

const namesOf = (names: ReadonlySet<string>, explanation: string): Offer[] =>
  [...names].sort().map((label) => ({ label, detail: explanation, kind: 'text', rank: 0 }))

const fieldsOf = ({ member, path, type }: Extract<CompletionPlace, { kind: 'field' }>, { fields }: StoreNames): Offer[] =>
  fieldsAt(fields[member], path, type)
    // Names that need brackets cannot follow a dot.
    .filter(({ name }) => /^[A-Za-z_$][\w$]*$/.test(name))
    .map(({ name, kind, example, type: owner }) => ({
      label: name,
      detail: kind,
      ...(example !== '' && { explanation: texts.fieldExample(example, owner) }),
      kind: 'property',
      rank: 0,
    }))

function handlersAt({ quoted, given }: Extract<CompletionPlace, { kind: 'handler' }>, names: StoreNames): Offer[] {
  const free = (name: string): boolean => !given.includes(name)
  const types: Offer[] = [...names.types]
    .filter(free)
    .sort()
    .map((type) => ({
      label: type,
      detail: texts.typeInStore,
      kind: 'class',
      rank: 1,
      ...(!quoted && { snippet: `${keyOf(type)}: (state, event) => {\n\t\${}\n},` }),
    }))
  return quoted
    ? types
    : [
        ...types,
        ...wordsOf(
          handlers.filter(({ name }) => free(name)),
          'keyword',
        ),
      ]
}

/** An event type as a key of an object literal, with braces escaped for snippets. */
function keyOf(type: string): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(type) ? type : `'${type.replace(/['\\]/g, '\\$&')}'`
  return key.replace(/[{}]/g, '\\$&')
}
