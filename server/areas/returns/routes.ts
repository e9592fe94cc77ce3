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
import { handleRequestReturn } from './request-return.ts'
import { handleReadRule, handleSaveRule } from './rule.ts'

export const routes: Route[] = [
  bind(readLeadReturn, handleReadLeadReturn),
  bind(requestReturn, handleRequestReturn),
  bind(listReturns, handleListReturns),
  bind(decideReturn, handleDecideReturn),
  bind(readReturnRule, handleReadRule),
  bind(saveReturnRule, handleSaveRule),
]
