import { listCommissions, listCommissionStaff, readCommissions } from '#contract/commissions/commissions.ts'
import { payCommissions, setCommissionRate } from '#contract/commissions/pay.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleListCommissions, handleListCommissionStaff, handleReadCommissions } from './list-commissions.ts'
import { handlePayCommissions } from './payouts/pay-by-hand.ts'
import { handleSetCommissionRate } from './rates/set-rate.ts'

export const routes: Route[] = [
  bind(listCommissionStaff, handleListCommissionStaff),
  bind(readCommissions, handleReadCommissions),
  bind(listCommissions, handleListCommissions),
  bind(setCommissionRate, handleSetCommissionRate),
  bind(payCommissions, handlePayCommissions),
]
