import { listCharges } from '#contract/billing/charges.ts'
import { createCoupon, getCoupon, listCoupons, revokeCoupon } from '#contract/billing/coupons.ts'
import { reportInvoices } from '#contract/billing/invoice-report.ts'
import { payOutCredit, writeOffCharge } from '#contract/billing/credits.ts'
import {
  downloadCreditNote,
  downloadInvoice,
  getInvoice,
  listInvoices,
  readBilling,
  settleCharge,
} from '#contract/billing/invoices.ts'
import { excludeMinimumSpend, quoteBilling, setBillingMethod, settleManualBill } from '#contract/billing/manual-bill.ts'
import { getOnboarding, setOnboarding } from '#contract/billing/onboarding.ts'
import { cancelSubscription, setPackage } from '#contract/billing/packages.ts'
import {
  estimateTopUpRefund,
  readCurrentTopUp,
  readRemainingLeads,
  refundTopUp,
  stopCampaignTopUp,
} from '#contract/billing/top-ups.ts'
import { downloadJournal, listJournalAccounts, saveJournalAccounts } from '#contract/billing/journal.ts'
import { downloadReceipt, downloadStatement } from '#contract/billing/papers.ts'
import { listRefunds } from '#contract/billing/refunds.ts'
import { listLineLeads, readMoneyTrail } from '#contract/billing/money-trail.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import {
  handleCancelSubscription,
  handleExcludeMinimumSpend,
  handleSetPackage,
  handleSettleManualBill,
} from './change-agency.ts'
import { handleCreateCoupon, handleGetCoupon, handleListCoupons, handleRevokeCoupon } from './coupons.ts'
import { handleDownloadCreditNote, handleDownloadInvoice } from './invoices/download-documents.ts'
import { handleGetInvoice, handleListInvoices } from './invoices/list-invoices.ts'
import { handleReportInvoices } from './invoices/report-invoices.ts'
import { handleDownloadJournal } from './journal/download-journal.ts'
import { handleDownloadReceipt } from './papers/download-receipt.ts'
import { handleDownloadStatement } from './papers/download-statement.ts'
import { handleListCharges } from './list-charges.ts'
import { handleGetOnboarding, handleSetOnboarding } from './onboarding.ts'
import { handleListJournalAccounts, handleSaveJournalAccounts } from './journal/own-accounts.ts'
import { handleQuoteBilling } from './quote-billing.ts'
import { handleReadBilling } from './read-billing.ts'
import { handleSetBillingMethod } from './set-billing-method.ts'
import { handleSettleCharge } from './settle-charge.ts'
import { handlePayOutCredit } from './settling/pay-out-credit.ts'
import { handleWriteOffCharge } from './settling/write-off-charge.ts'
import {
  handleEstimateTopUpRefund,
  handleReadCurrentTopUp,
  handleReadRemainingLeads,
  handleRefundTopUp,
  handleStopCampaignTopUp,
} from './top-ups/campaign-top-ups.ts'
import { handleListRefunds } from './refunds/list-refunds.ts'
import { handleListLineLeads } from './trail/line-leads.ts'
import { handleReadMoneyTrail } from './trail/money-trail.ts'

export const routes: Route[] = [
  bind(setOnboarding, handleSetOnboarding),
  bind(getOnboarding, handleGetOnboarding),
  bind(getCoupon, handleGetCoupon),
  bind(createCoupon, handleCreateCoupon),
  bind(listCoupons, handleListCoupons),
  bind(revokeCoupon, handleRevokeCoupon),
  bind(quoteBilling, handleQuoteBilling),
  bind(setBillingMethod, handleSetBillingMethod),
  bind(settleManualBill, handleSettleManualBill),
  bind(excludeMinimumSpend, handleExcludeMinimumSpend),
  bind(setPackage, handleSetPackage),
  bind(cancelSubscription, handleCancelSubscription),
  bind(listCharges, handleListCharges),
  bind(listInvoices, handleListInvoices),
  bind(getInvoice, handleGetInvoice),
  bind(downloadInvoice, handleDownloadInvoice),
  bind(downloadCreditNote, handleDownloadCreditNote),
  bind(listJournalAccounts, handleListJournalAccounts),
  bind(saveJournalAccounts, handleSaveJournalAccounts),
  bind(downloadJournal, handleDownloadJournal),
  bind(downloadReceipt, handleDownloadReceipt),
  bind(downloadStatement, handleDownloadStatement),
  bind(reportInvoices, handleReportInvoices),
  bind(readBilling, handleReadBilling),
  bind(settleCharge, handleSettleCharge),
  bind(payOutCredit, handlePayOutCredit),
  bind(writeOffCharge, handleWriteOffCharge),
  bind(listRefunds, handleListRefunds),
  bind(readMoneyTrail, handleReadMoneyTrail),
  bind(listLineLeads, handleListLineLeads),
  bind(readCurrentTopUp, handleReadCurrentTopUp),
  bind(readRemainingLeads, handleReadRemainingLeads),
  bind(stopCampaignTopUp, handleStopCampaignTopUp),
  bind(estimateTopUpRefund, handleEstimateTopUpRefund),
  bind(refundTopUp, handleRefundTopUp),
]
