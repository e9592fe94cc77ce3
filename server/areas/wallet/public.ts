export { careForWalletsJob } from './care-for-wallets.ts'
export { topUpJob } from './top-up.ts'
