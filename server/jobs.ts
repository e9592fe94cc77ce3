import { mailRegistrationJob } from './areas/people/public.ts'
import { mailPasswordResetJob, sendAccountMailJob, logFailedSignInsJob } from './areas/sign-in/public.ts'
import { trimActivityJob } from './areas/activity/public.ts'
import { closePeriodsJob } from './areas/billing/public.ts'
import { warnOfMailServerJob } from './areas/branding/public.ts'
import { purgeCompaniesJob } from './areas/companies/public.ts'
import {
  creditSkippedJob,
  findOnRootList,
  reverseExclusionCreditsJob,
  importExclusionsJob,
} from './areas/exclusions/public.ts'
import { matchEnrichmentJob } from './areas/enrichment/public.ts'
import { checkDomainsJob } from './areas/domains/public.ts'
import { importJobs, packSearchersJob } from './areas/identity/public.ts'
import {
  deleteBodiesJob,
  mailSheetLinkJob,
  refillSheetJob,
  sendEventsJob,
  sendEventsSlowlyJob,
  endAccountJob,
  sendMissedJob,
  takeBackJob,
  wakeEventsJob,
  warnOfDestinationJob,
} from './areas/integrations/public.ts'
import { countKeywordsJob } from './areas/keywords/public.ts'
import { matchSignalsJob, sendSpendingAlertsJob, verifyLedgerJob, writeExportJob } from './areas/leads/public.ts'
import {
  updateCohortsJob,
  updateReportDaysJob,
  refreshDeliveryStatsJob,
  sendReportJob,
  startDueReportsJob,
  notifyLeadAmountsJob,
  notifySlowCampaignsJob,
} from './areas/reports/public.ts'
import {
  applyEventJob,
  applyWaitingEventsJob,
  collectChargeJob,
  payCommissionsJob,
  pollEventsJob,
  resendEvidenceJob,
  sendEvidenceJob,
  readBalancesJob,
  readOpenBalancesJob,
  reconcileChargesJob,
  removeCardJob,
  reconcileRefundsJob,
  refundChargeJob,
  retryDeclinedJob,
} from './areas/payments/public.ts'
import { creditLeftOutJob, settleReturnJob, settleReturnsJob } from './areas/returns/public.ts'
import { maintainWalletsJob, topUpJob } from './areas/wallet/public.ts'
import type { Job } from './platform/jobs.ts'
import { retainJob } from './retention/retain.ts'

// Exclusions asks identity, so identity is given what it asks exclusions for.
const { checkImportJob, activateImportJob } = importJobs(findOnRootList)

/** They go through whole files or tables, for minutes or hours. */
const long: readonly Job[] = [
  checkImportJob,
  activateImportJob,
  matchEnrichmentJob,
  sendMissedJob,
  refillSheetJob,
  notifySlowCampaignsJob,
  refreshDeliveryStatsJob,
  notifyLeadAmountsJob,
  sendSpendingAlertsJob,
  updateCohortsJob,
  updateReportDaysJob,
  verifyLedgerJob,
  matchSignalsJob,
  packSearchersJob,
  writeExportJob,
  countKeywordsJob,
  purgeCompaniesJob,
  retainJob,
]

/** They ask gateways, other services and name servers, and wait for their answers. */
const outside: readonly Job[] = [
  checkDomainsJob,
  takeBackJob,
  endAccountJob,
  removeCardJob,
  collectChargeJob,
  applyEventJob,
  applyWaitingEventsJob,
  reconcileChargesJob,
  refundChargeJob,
  reconcileRefundsJob,
  payCommissionsJob,
  pollEventsJob,
  sendEvidenceJob,
  resendEvidenceJob,
  readBalancesJob,
  readOpenBalancesJob,
]

/** Every kind of background work, one line for each. */
export const jobs: readonly Job[] = [
  importExclusionsJob,
  reverseExclusionCreditsJob,
  deleteBodiesJob,
  warnOfDestinationJob,
  mailSheetLinkJob,
  sendEventsJob,
  sendEventsSlowlyJob,
  wakeEventsJob,
  warnOfMailServerJob,
  startDueReportsJob,
  sendReportJob,
  mailPasswordResetJob,
  mailRegistrationJob,
  closePeriodsJob,
  maintainWalletsJob,
  topUpJob,
  retryDeclinedJob,
  creditLeftOutJob,
  creditSkippedJob,
  settleReturnJob,
  settleReturnsJob,
  sendAccountMailJob,
  logFailedSignInsJob,
  trimActivityJob,
  ...long.map((job): Job => ({ ...job, lane: 'long' })),
  ...outside.map((job): Job => ({ ...job, lane: 'outside' })),
]
