import { languageContract, queryContract } from './query.contract.ts'
import { openInQuickJs } from './quickjs.ts'

queryContract('on the calling thread', openInQuickJs)
languageContract(openInQuickJs)
