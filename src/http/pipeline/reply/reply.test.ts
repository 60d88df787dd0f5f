import { replyContract } from './reply.contract.ts'

replyContract()
