export {
  accountOf,
  forgetDeclines,
  lockBalances,
  noteDecline,
  readBalance,
  readLots,
  saveBalance,
  walletOf,
  isRequired,
  type Balance,
  type BalanceName,
} from './balances.ts'
export { isLow, leftOf } from './draw.ts'
export { expireLots, tellEnding, type EndingLot } from './ending-lots.ts'
export { lockFunds, noteEmptied, payLeads, topUpJobName, type BalanceWish, type Cost, type Funds } from './funds.ts'
export { addLot } from './lots.ts'
export { verifyPrepaid } from './verify-prepaid.ts'
