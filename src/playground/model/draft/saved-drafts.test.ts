import { expect, test } from 'vitest'
import type { Draft } from './draft.ts'
import { firstDraft } from './draft.ts'
import type { DraftStorage } from './saved-drafts.ts'
import { SavedDrafts } from './saved-drafts.ts'

/** As `localStorage`, with room for a number of characters. */
function storageOf(room = Infinity): DraftStorage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key) => void items.delete(key),
  }
}

const edited: Draft = { ...firstDraft, query: 'fromAll()', emit: false }

test('a draft is there again, for the same scenario at the same place only', () => {
  const storage = storageOf()
  new SavedDrafts(storage, ['/a', 'Carts'], firstDraft).write(edited)
  expect(new SavedDrafts(storage, ['/a', 'Carts'], firstDraft).read()).toEqual(edited)
  expect(new SavedDrafts(storage, ['/b', 'Carts'], firstDraft).read()).toBeUndefined()
  expect(new SavedDrafts(storage, ['/a', undefined], firstDraft).read()).toBeUndefined()
  expect(new SavedDrafts(storage, ['/a', 'Carts'], { ...firstDraft, query: 'changed by the author' }).read()).toBeUndefined()
})

test('the scenario’s own draft is not kept', () => {
  const storage = storageOf()
  const drafts = new SavedDrafts(storage, ['/a'], firstDraft)
  drafts.write(edited)
  drafts.write(firstDraft)
  expect([storage.length, drafts.read()]).toEqual([0, undefined])
})

test('the oldest make room, and other items stay', () => {
  const storage = storageOf()
  storage.setItem('other', 'x')
  for (let at = 0; at < 60; at++) new SavedDrafts(storage, [`/${at}`], firstDraft).write(edited, at)
  expect(storage.length).toBe(51)
  expect(storage.getItem('other')).toBe('x')
  expect(new SavedDrafts(storage, ['/9'], firstDraft).read()).toBeUndefined()
  expect(new SavedDrafts(storage, ['/10'], firstDraft).read()).toEqual(edited)
})

test('without room, without storage, and with broken content there is just no draft', () => {
  const full = new SavedDrafts(storageOf(5), ['/a'], firstDraft)
  full.write(edited)
  expect(full.read()).toBeUndefined()
  const none = new SavedDrafts(undefined, ['/a'], firstDraft)
  none.write(edited)
  expect(none.read()).toBeUndefined()
  const storage = storageOf()
  const drafts = new SavedDrafts(storage, ['/a'], firstDraft)
  drafts.write(edited)
  storage.setItem(storage.key(0)!, '{"at":1,"draft":null}')
  expect(drafts.read()).toBeUndefined()
  storage.setItem(storage.key(0)!, '{')
  expect(drafts.read()).toBeUndefined()
})
