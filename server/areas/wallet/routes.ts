import {
  chargeWallet,
  downloadWalletHistory,
  listWalletHistory,
  readWallet,
  saveWallet,
  stopContinualTopUp,
} from '#contract/wallet/wallet.ts'
import { listDeveloperBalances as listDeveloperBalancesOperation } from '#contract/wallet/developer-balances.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleChargeWallet, handleSaveWallet, handleStopContinualTopUp } from './charge-wallet.ts'
import { listDeveloperBalances } from './list-developer-balances.ts'
import { handleDownloadWalletHistory, handleListWalletHistory, handleReadWallet } from './read-wallet.ts'

export const routes: Route[] = [
  bind(readWallet, handleReadWallet),
  bind(listWalletHistory, handleListWalletHistory),
  bind(stopContinualTopUp, handleStopContinualTopUp),
  bind(saveWallet, handleSaveWallet),
  bind(chargeWallet, handleChargeWallet),
  bind(listDeveloperBalancesOperation, listDeveloperBalances),
  bind(downloadWalletHistory, handleDownloadWalletHistory),
]
