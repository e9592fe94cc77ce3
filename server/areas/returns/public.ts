export { creditLeftOutJob } from './credit-left-out.ts'
export { settleReturnJob, settleReturnsJob } from './settle-return.ts'
export { verifyReturns } from './verify-returns.ts'
