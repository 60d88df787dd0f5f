import { describe } from 'vitest'
import { useFakeIndexedDb } from '../fake-indexeddb.fixture.ts'
import { pagesContract } from './pages.contract.ts'

describe('pages in an imitated IndexedDB', () => {
  useFakeIndexedDb()
  pagesContract(100)
})
