import { reportAgencies } from '#contract/reports/agencies.ts'
import { listUnderPerforming } from '#contract/reports/campaigns.ts'
import { readReportAttention, readReportChart } from '#contract/reports/dashboard.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleListUnderPerforming } from './list-under-performing.ts'
import { handleReadReportAttention } from './read-attention.ts'
import { handleReadReportChart } from './read-chart.ts'
import { handleReportAgencies } from './report-agencies.ts'

export const routes: Route[] = [
  bind(reportAgencies, handleReportAgencies),
  bind(listUnderPerforming, handleListUnderPerforming),
  bind(readReportChart, handleReadReportChart),
  bind(readReportAttention, handleReadReportAttention),
]
