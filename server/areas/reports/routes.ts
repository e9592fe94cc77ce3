import { reportAgencies } from '#contract/reports/agencies.ts'
import { readFirstDate, readReportAnalytics, readRootRevenue } from '#contract/reports/analytics.ts'
import { readCampaignDays } from '#contract/reports/campaign-days.ts'
import { readCohorts } from '#contract/reports/cohorts.ts'
import { listUnderPerforming } from '#contract/reports/campaigns.ts'
import { readReportAttention, readReportChart } from '#contract/reports/dashboard.ts'
import { createReportLink, listReportLinks, openSharedReport, revokeReportLink } from '#contract/reports/links.ts'
import {
  listReportSchedules,
  removeReportSchedule,
  saveReportSchedule,
  sendReportNow,
  setReportScheduleStatus,
} from '#contract/reports/schedules.ts'
import { downloadReportTable, readReportTable } from '#contract/reports/tables.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/route.ts'
import { handleReadCohorts } from './cohorts/read-cohorts.ts'
import { handleReadCampaignDays } from './read-campaign-days.ts'
import { handleReadFirstDate } from './first-date.ts'
import { handleListUnderPerforming } from './list-under-performing.ts'
import { handleReadReportAttention } from './read-attention.ts'
import { handleReadReportChart } from './read-chart.ts'
import { handleReportAgencies } from './report-agencies.ts'
import { handleReadReportAnalytics } from './report-analytics.ts'
import { handleReadRootRevenue } from './root-revenue.ts'
import { handleDownloadReportTable, handleReadReportTable } from './tables/handle-tables.ts'
import { handleCreateReportLink, handleListReportLinks, handleRevokeReportLink } from './links/links.ts'
import { handleOpenSharedReport } from './links/open-shared-report.ts'
import {
  handleListReportSchedules,
  handleRemoveReportSchedule,
  handleSaveReportSchedule,
  handleSendReportNow,
  handleSetReportScheduleStatus,
} from './schedules/schedules.ts'

export const routes: Route[] = [
  bind(reportAgencies, handleReportAgencies),
  bind(listUnderPerforming, handleListUnderPerforming),
  bind(readReportChart, handleReadReportChart),
  bind(readCampaignDays, handleReadCampaignDays),
  bind(readFirstDate, handleReadFirstDate),
  bind(readReportAnalytics, handleReadReportAnalytics),
  bind(readRootRevenue, handleReadRootRevenue),
  bind(readReportAttention, handleReadReportAttention),
  bind(readReportTable, handleReadReportTable),
  bind(downloadReportTable, handleDownloadReportTable),
  bind(readCohorts, handleReadCohorts),
  bind(listReportSchedules, handleListReportSchedules),
  bind(saveReportSchedule, handleSaveReportSchedule),
  bind(setReportScheduleStatus, handleSetReportScheduleStatus),
  bind(sendReportNow, handleSendReportNow),
  bind(removeReportSchedule, handleRemoveReportSchedule),
  bind(listReportLinks, handleListReportLinks),
  bind(createReportLink, handleCreateReportLink),
  bind(revokeReportLink, handleRevokeReportLink),
  bindOpen(openSharedReport, handleOpenSharedReport),
]
