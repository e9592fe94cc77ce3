import { listLeads as listOperation } from '#contract/leads/leads.ts'
import { listVisits as visitsOperation, summarizeVisits as summaryOperation } from '#contract/leads/visits.ts'
import { bind, type Route } from '#server/platform/http/call.ts'
import { listLeads } from './read/list-leads.ts'
import { listVisits } from './read/list-visits.ts'
import { summarizeVisits } from './read/summarize-visits.ts'

export const routes: Route[] = [
  bind(listOperation, listLeads),
  bind(visitsOperation, listVisits),
  bind(summaryOperation, summarizeVisits),
]
