import {
  checkConnectedAccount,
  checkSalesAccount,
  createConnectedAccount,
  createSalesAccount,
  getAccountLink,
  getExistingAccountLink,
  resetPaymentConnection,
} from '#contract/payments/accounts.ts'
import { createCustomer, createDirectCustomer, readCard, replaceCard, showCardForm } from '#contract/payments/cards.ts'
import { getDispute, listDisputes, submitEvidence } from '#contract/payments/disputes.ts'
import { listReconciledDays, listUnmatched, readReconciliation } from '#contract/payments/reconciliation.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { checkConfirmation, listConfirmations, openConfirmation } from '#contract/payments/confirmations.ts'
import { listFailedPayments, retryCharge } from '#contract/payments/failed-payments.ts'
import { downloadStatements, listReceivables, remindPayer } from '#contract/payments/receivables.ts'
import { getPayout, listPayoutEntries, listPayouts } from '#contract/payments/payouts.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/route.ts'
import { handleCheckConnectedAccount, handleCheckSalesAccount } from './accounts/check-account.ts'
import {
  handleCreateConnectedAccount,
  handleCreateSalesAccount,
  handleGetAccountLink,
  handleGetExistingAccountLink,
  handleResetPaymentConnection,
} from './accounts/connect-account.ts'
import {
  handleCreateCustomer,
  handleCreateDirectCustomer,
  handleReadCard,
  handleReplaceCard,
} from './cards/save-card.ts'
import { handleShowCardForm } from './cards/show-card-form.ts'
import { handleCheckConfirmation, handleListConfirmations, handleOpenConfirmation } from './dunning/confirmations.ts'
import { handleDownloadStatements } from './receivables/download-statements.ts'
import { handleListReceivables } from './receivables/list-receivables.ts'
import { handleRemindPayer } from './receivables/remind-payer.ts'
import { handleListFailedPayments, handleRetryCharge } from './dunning/failed-payments.ts'
import { handleGetDispute, handleListDisputes } from './disputes/list-disputes.ts'
import { handleSubmitEvidence } from './disputes/submit-evidence.ts'
import { handleGetPayout, handleListPayoutEntries, handleListPayouts } from './payouts/list-payouts.ts'
import {
  handleListReconciledDays,
  handleListUnmatched,
  handleReadReconciliation,
} from './reconciliation/show-reconciliation.ts'
import { handleRefundCharge } from './refunds/refund-charge.ts'
import { checkLinkPayment, openPaymentLink, payByLink } from '#contract/payments/payment-links.ts'
import { handleOpenPaymentLink } from './links/open-payment-link.ts'
import { handleCheckLinkPayment, handlePayByLink } from './links/pay-by-link.ts'

export const routes: Route[] = [
  bind(createCustomer, handleCreateCustomer),
  bind(createDirectCustomer, handleCreateDirectCustomer),
  bind(replaceCard, handleReplaceCard),
  bind(readCard, handleReadCard),
  bindOpen(showCardForm, handleShowCardForm),
  bindOpen(openPaymentLink, handleOpenPaymentLink),
  bindOpen(payByLink, handlePayByLink),
  bindOpen(checkLinkPayment, handleCheckLinkPayment),
  bind(getAccountLink, handleGetAccountLink),
  bind(getExistingAccountLink, handleGetExistingAccountLink),
  bind(createConnectedAccount, handleCreateConnectedAccount),
  bind(createSalesAccount, handleCreateSalesAccount),
  bind(checkConnectedAccount, handleCheckConnectedAccount),
  bind(checkSalesAccount, handleCheckSalesAccount),
  bind(resetPaymentConnection, handleResetPaymentConnection),
  bind(listReceivables, handleListReceivables),
  bind(downloadStatements, handleDownloadStatements),
  bind(remindPayer, handleRemindPayer),
  bind(listFailedPayments, handleListFailedPayments),
  bind(retryCharge, handleRetryCharge),
  bind(listConfirmations, handleListConfirmations),
  bind(openConfirmation, handleOpenConfirmation),
  bind(checkConfirmation, handleCheckConfirmation),
  bind(refundCharge, handleRefundCharge),
  bind(readReconciliation, handleReadReconciliation),
  bind(listReconciledDays, handleListReconciledDays),
  bind(listUnmatched, handleListUnmatched),
  bind(listPayouts, handleListPayouts),
  bind(getPayout, handleGetPayout),
  bind(listPayoutEntries, handleListPayoutEntries),
  bind(listDisputes, handleListDisputes),
  bind(getDispute, handleGetDispute),
  bind(submitEvidence, handleSubmitEvidence),
]
