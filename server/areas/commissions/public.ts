export { adjustCommissions, earnCommissions, lockCommissions, type Received } from './earn-commissions.ts'
export { bookPayout, failPayout, lockPayout, recordPayoutQuery, openPayout, type PayoutRow } from './payouts/payouts.ts'
export { verifyCommissions } from './verify-commissions.ts'
