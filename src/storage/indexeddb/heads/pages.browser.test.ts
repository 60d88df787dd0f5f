import { describe } from 'vitest'
import { pagesContract } from './pages.contract.ts'

describe('pages in the browser', () => {
  pagesContract(20)
})
