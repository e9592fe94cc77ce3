export {
  accountOf,
  resetDeclines,
  lockBalances,
  recordDecline,
  readBalance,
  readLots,
  saveBalance,
  usable,
  walletOf,
  isRequired,
  type Balance,
  type BalanceName,
} from './balances.ts'
export { drawFrom, isLow, leftOf } from './draw.ts'
export { expireLots, claimEndingNotices, type EndingLot } from './ending-lots.ts'
export { writeOffLost, holdLot, isNewestLotHeld, type DisputedAmounts } from './hold-lot.ts'
export {
  requestTopUp,
  lockFunds,
  recordEmptied,
  payLeads,
  topUpJobName,
  type BalanceRequest,
  type Cost,
  type Funds,
} from './funds.ts'
export { readPaidFrom } from './paid-from.ts'
export { addLot, bookUses, findRefunded } from './lots.ts'
export { returnToLots } from './return-to-lots.ts'
export { verifyPrepaid } from './verify-prepaid.ts'
export { findUnusedBalances, writeOffRests } from './write-off-rests.ts'
