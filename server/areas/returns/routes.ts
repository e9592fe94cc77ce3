import { askToVoid, listBursts, voidBurst } from '#contract/returns/bursts.ts'
import {
  decideReturn,
  listReturns,
  readLeadReturn,
  readReturnRule,
  requestReturn,
  saveReturnRule,
} from '#contract/returns/returns.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleDecideReturn } from './decide-return.ts'
import { handleListReturns, handleReadLeadReturn } from './list-returns.ts'
import { handleListBursts } from './list-bursts.ts'
import { handleRequestReturn } from './request-return.ts'
import { handleReadRule, handleSaveRule } from './rule.ts'
import { handleAskToVoid, handleVoidBurst } from './void-burst.ts'

export const routes: Route[] = [
  bind(readLeadReturn, handleReadLeadReturn),
  bind(requestReturn, handleRequestReturn),
  bind(listReturns, handleListReturns),
  bind(decideReturn, handleDecideReturn),
  bind(readReturnRule, handleReadRule),
  bind(saveReturnRule, handleSaveRule),
  bind(askToVoid, handleAskToVoid),
  bind(voidBurst, handleVoidBurst),
  bind(listBursts, handleListBursts),
]
