import { raiseAlertsJob } from '#server/areas/alerts/raise-alerts.ts'
import { mailRegistrationJob } from '#server/areas/people/registration/mail-registration.ts'
import { mailPasswordResetJob } from '#server/areas/sign-in/password/forget-password.ts'
import { sendPushJob } from '#server/areas/mails/push/send-push.ts'
import { sendAccountMailJob } from '#server/areas/mails/send-account-mail.ts'
import { logFailedSignInsJob } from '#server/areas/sign-in/log-failed-sign-ins.ts'
import { trimActivityJob } from '#server/areas/activity/trim-activity.ts'
import { closePeriodsJob } from '#server/areas/billing/periods/close-periods.ts'
import { checkMailDomainsJob } from '#server/areas/mails/mail-domain/check-mail-domains.ts'
import { warnOfMailServerJob } from '#server/areas/mails/mail-server/warn-of-mail-server.ts'
import { purgeCompaniesJob } from '#server/areas/companies/purge/purge-companies.ts'
import { creditSkippedJob } from '#server/areas/exclusions/credit-skipped.ts'
import { findOnRootList } from '#server/areas/exclusions/find-on-root-list.ts'
import { reverseExclusionCreditsJob, importExclusionsJob } from '#server/areas/exclusions/import-upload.ts'
import { matchEnrichmentJob } from '#server/areas/enrichment/match-rows.ts'
import { checkDomainsJob } from '#server/areas/domains/check-domains.ts'
import { importJobs } from '#server/areas/identity/import/run-import.ts'
import { packSearchersJob } from '#server/areas/identity/signals/pack-searchers.ts'
import { deleteBodiesJob } from '#server/areas/integrations/deliveries/delete-bodies.ts'
import { mailSheetLinkJob } from '#server/areas/integrations/connections/spreadsheets.ts'
import { refillSheetJob } from '#server/areas/integrations/deliveries/refill-sheet.ts'
import { sendEventsJob, sendEventsSlowlyJob, wakeEventsJob } from '#server/areas/developers/webhooks/send-events.ts'
import { endAccountJob } from '#server/areas/integrations/connections/end-account.ts'
import { sendMissedJob } from '#server/areas/integrations/deliveries/send-missed.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { postMessageJob } from '#server/areas/integrations/connections/post-message.ts'
import { warnOfDestinationJob } from '#server/areas/integrations/connections/warn-of-destination.ts'
import { checkCertificatesJob } from '#server/areas/machine/check-certificates.ts'
import { countKeywordsJob } from '#server/areas/keywords/count-keywords.ts'
import { matchSignalsJob, verifyLedgerJob } from '#server/areas/leads/jobs.ts'
import { mailDueActionsJob } from '#server/areas/leads/work/mail-due-actions.ts'
import { sendSpendingAlertsJob } from '#server/areas/leads/alerts/send-spending-alerts.ts'
import { writeExportJob } from '#server/areas/leads/exports/write-export.ts'
import { updateCohortsJob } from '#server/areas/reports/cohorts/update-cohorts.ts'
import { updateReportDaysJob } from '#server/areas/reports/update-report-days.ts'
import { refreshDeliveryStatsJob } from '#server/areas/reports/refresh-delivery-stats.ts'
import { sendReportJob } from '#server/areas/reports/schedules/send-report.ts'
import { sendWaitingMailsJob } from '#server/areas/reports/digests/send-waiting-mails.ts'
import { startDueReportsJob } from '#server/areas/reports/schedules/start-due-runs.ts'
import { notifyLeadAmountsJob } from '#server/areas/reports/notices/notify-lead-amounts.ts'
import { notifySlowCampaignsJob } from '#server/areas/reports/notify-slow-campaigns.ts'
import { applyEventJob, applyWaitingEventsJob } from '#server/areas/payments/inbox/apply-events.ts'
import { deleteActJob } from '#server/areas/privacy/delete-act/run-cycle.ts'
import { reportPrivacyJob } from '#server/areas/privacy/report/write-reports.ts'
import { carryOutOptOutJob } from '#server/areas/privacy/opt-out.ts'
import { carryOutSuppressionsJob } from '#server/areas/privacy/suppressions/apply-suppressions.ts'
import { keepSuppressionsJob } from '#server/areas/privacy/suppressions/keep-suppressions.ts'
import { withdrawConsentJob } from '#server/areas/privacy/withdraw-consent.ts'
import { collectChargeJob } from '#server/areas/payments/charges/collect-charge.ts'
import { payCommissionsJob } from '#server/areas/payments/commission-payouts/pay-commissions.ts'
import { pollEventsJob } from '#server/areas/payments/inbox/poll-events.ts'
import { resendEvidenceJob, sendEvidenceJob } from '#server/areas/payments/disputes/submit-evidence.ts'
import { readBalancesJob, readOpenBalancesJob } from '#server/areas/payments/reconciliation/read-balances.ts'
import { reconcileChargesJob } from '#server/areas/payments/charges/reconcile.ts'
import { mailExpiringCardsJob } from '#server/areas/payments/cards/mail-expiring-cards.ts'
import { mailInvoiceJob } from '#server/areas/payments/mails/mail-invoice.ts'
import { mailStatementJob, startStatementsJob } from '#server/areas/payments/mails/mail-statement.ts'
import { mailPaymentJob } from '#server/areas/payments/mails/mail-payment.ts'
import { removeCardJob } from '#server/areas/payments/cards/remove-card.ts'
import { reconcileRefundsJob, refundChargeJob } from '#server/areas/payments/refunds/send-refund.ts'
import { retryDeclinedJob } from '#server/areas/payments/dunning/retry-declined.ts'
import { creditWithheldJob } from '#server/areas/returns/credit-withheld.ts'
import { settleReturnJob, settleReturnsJob } from '#server/areas/returns/settle-return.ts'
import { maintainWalletsJob } from '#server/areas/wallet/maintain-wallets.ts'
import { topUpJob } from '#server/areas/wallet/top-up.ts'
import { backupJob } from './backup/backup-job.ts'
import { warnOfBackupsJob } from './backup/warn-of-backups.ts'
import type { Job } from './platform/jobs.ts'
import { deletePeopleJob } from './retention/delete-people.ts'
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
  mailDueActionsJob,
  raiseAlertsJob,
  updateCohortsJob,
  updateReportDaysJob,
  verifyLedgerJob,
  matchSignalsJob,
  packSearchersJob,
  writeExportJob,
  countKeywordsJob,
  purgeCompaniesJob,
  retainJob,
  deleteActJob,
  backupJob,
  keepSuppressionsJob,
  carryOutSuppressionsJob,
  deletePeopleJob,
]

/** They ask gateways, other services and name servers, and wait for their answers. */
const outside: readonly Job[] = [
  checkCertificatesJob,
  checkDomainsJob,
  checkMailDomainsJob,
  takeBackJob,
  postMessageJob,
  endAccountJob,
  removeCardJob,
  collectChargeJob,
  mailExpiringCardsJob,
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
  carryOutOptOutJob,
  reportPrivacyJob,
  withdrawConsentJob,
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
  creditWithheldJob,
  creditSkippedJob,
  settleReturnJob,
  settleReturnsJob,
  sendAccountMailJob,
  sendPushJob,
  sendWaitingMailsJob,
  mailInvoiceJob,
  mailPaymentJob,
  mailStatementJob,
  startStatementsJob,
  logFailedSignInsJob,
  trimActivityJob,
  warnOfBackupsJob,
  ...long.map((job): Job => ({ ...job, lane: 'long' })),
  ...outside.map((job): Job => ({ ...job, lane: 'outside' })),
]
