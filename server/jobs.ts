import { mailRegistrationJob } from './areas/people/public.ts'
import { mailPasswordResetJob, sendAccountMailJob, logFailedSignInsJob } from './areas/sign-in/public.ts'
import { trimActivityJob } from './areas/activity/public.ts'
import { closePeriodsJob } from './areas/billing/public.ts'
import { warnOfMailServerJob } from './areas/branding/public.ts'
import { purgeCompaniesJob } from './areas/companies/public.ts'
import { creditSkippedJob, reverseExclusionCreditsJob, takeExclusionsJob } from './areas/exclusions/public.ts'
import { matchEnrichmentJob } from './areas/enrichment/public.ts'
import { checkDomainsJob } from './areas/domains/public.ts'
import { activateImportJob, checkImportJob, keepSearchersJob } from './areas/identity/public.ts'
import {
  forgetBodiesJob,
  mailSheetLinkJob,
  refillSheetJob,
  sendEventsJob,
  sendEventsSlowlyJob,
  sendMissedJob,
  takeBackJob,
  wakeEventsJob,
  warnOfDestinationJob,
} from './areas/integrations/public.ts'
import { countKeywordsJob } from './areas/keywords/public.ts'
import { matchSignalsJob, tellSpendingJob, verifyLedgerJob, writeExportJob } from './areas/leads/public.ts'
import {
  keepCohortsJob,
  keepReportDaysJob,
  refreshDeliveryStatsJob,
  sendReportJob,
  startDueReportsJob,
  tellLeadAmountsJob,
  tellSlowCampaignsJob,
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
import { careForWalletsJob, topUpJob } from './areas/wallet/public.ts'
import type { Job } from './platform/jobs.ts'
import { retainJob } from './retention/retain.ts'

/** They go through whole files or tables, for minutes or hours. */
const long: readonly Job[] = [
  checkImportJob,
  activateImportJob,
  matchEnrichmentJob,
  sendMissedJob,
  refillSheetJob,
  tellSlowCampaignsJob,
  refreshDeliveryStatsJob,
  tellLeadAmountsJob,
  tellSpendingJob,
  keepCohortsJob,
  keepReportDaysJob,
  verifyLedgerJob,
  matchSignalsJob,
  keepSearchersJob,
  writeExportJob,
  countKeywordsJob,
  purgeCompaniesJob,
  retainJob,
]

/** They ask gateways, other services and name servers, and wait for their answers. */
const outside: readonly Job[] = [
  checkDomainsJob,
  takeBackJob,
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
  takeExclusionsJob,
  reverseExclusionCreditsJob,
  forgetBodiesJob,
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
  careForWalletsJob,
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
