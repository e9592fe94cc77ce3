import { reportAgencies } from '#contract/reports/agencies.ts'
import { readFirstDate, readReportAnalytics, readRootRevenue } from '#contract/reports/analytics.ts'
import { listUnderPerforming } from '#contract/reports/campaigns.ts'
import { readReportAttention, readReportChart } from '#contract/reports/dashboard.ts'
import { downloadReportTable, readReportTable } from '#contract/reports/tables.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleReadFirstDate } from './first-date.ts'
import { handleListUnderPerforming } from './list-under-performing.ts'
import { handleReadReportAttention } from './read-attention.ts'
import { handleReadReportChart } from './read-chart.ts'
import { handleReportAgencies } from './report-agencies.ts'
import { handleReadReportAnalytics } from './report-analytics.ts'
import { handleReadRootRevenue } from './root-revenue.ts'
import { handleDownloadReportTable, handleReadReportTable } from './tables/handle-tables.ts'

export const routes: Route[] = [
  bind(reportAgencies, handleReportAgencies),
  bind(listUnderPerforming, handleListUnderPerforming),
  bind(readReportChart, handleReadReportChart),
  bind(readFirstDate, handleReadFirstDate),
  bind(readReportAnalytics, handleReadReportAnalytics),
  bind(readRootRevenue, handleReadRootRevenue),
  bind(readReportAttention, handleReadReportAttention),
  bind(readReportTable, handleReadReportTable),
  bind(downloadReportTable, handleDownloadReportTable),
]
