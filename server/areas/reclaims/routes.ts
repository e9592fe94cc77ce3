import {
  countShareClaims,
  decideShareClaims,
  listShareClaims,
  reportReturnedShares,
} from '#contract/reclaims/claims.ts'
import { readShareRule, saveShareRule } from '#contract/reclaims/rule.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleDecideClaims } from './decide-claims.ts'
import { handleCountClaims, handleListClaims } from './list-claims.ts'
import { handleReportShares } from './report-shares.ts'
import { handleReadRule, handleSaveRule } from './rule.ts'

export const routes: Route[] = [
  bind(listShareClaims, handleListClaims),
  bind(reportReturnedShares, handleReportShares),
  bind(countShareClaims, handleCountClaims),
  bind(decideShareClaims, handleDecideClaims),
  bind(readShareRule, handleReadRule),
  bind(saveShareRule, handleSaveRule),
]
