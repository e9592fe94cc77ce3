export { maintainWalletsJob } from './maintain-wallets.ts'
export { topUpJob } from './top-up.ts'
