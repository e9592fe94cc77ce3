export { queueCollection, retryCollection, collectionJobName } from './queue-collection.ts'
export { bookPayment } from './book-payment.ts'
export { verifyCommissionBases } from './commissions.ts'
export { lockCharge, moveCharge, recordCause, openStatuses, type ChargeRow } from './charge-states.ts'
export { describeCharge } from './describe-charge.ts'
export { bookDispute } from './disputes/book-dispute.ts'
export {
  disputeColumns,
  endEvidence,
  isDisputed,
  saveDispute,
  saveEvidence,
  lockDispute,
  type DisputeRow,
} from './disputes/disputes.ts'
export { verifyDisputes } from './disputes/verify-disputes.ts'
export { bookDeveloperFee } from './developer-fee.ts'
export { findDueTries, isTryDue, type DueTry, type NotedRefusal } from './dunning/dunning-cases.ts'
export { needsAnotherCard } from './dunning/needs-another-card.ts'
export { gatewayRefused } from './dunning/schedule.ts'
export { findUncollected, type Uncollected } from './find-uncollected.ts'
export { verifyFees } from './fees/verify-fees.ts'
export { verifyInvoices } from './invoices/verify-invoices.ts'
export { numberOf, type Numbered } from './invoices/invoice-number.ts'
export { payerOf } from './invoices/list-invoices.ts'
export { bookRefund, undoRefund } from './refunds/book-refund.ts'
export { bookShareOfRefund, creditRestOfShares, lockShareOfRefund } from './refunds/share-credits.ts'
export { lockWithMonths } from './refunds/share-room.ts'
export {
  creditNoteOf,
  failRefund,
  insertRefund,
  leftOutJobName,
  skippedJobName,
  lockRefund,
  recordRefundQuery,
  presentRefund,
  type RefundLine,
  type RefundRow,
} from './refunds/refunds.ts'
export { insertRefundLines, readLinesLeft, readRefundLines } from './refunds/refund-lines.ts'
export { readUntaxedPart } from './taxes/on-account.ts'
export { readRefundTax } from './taxes/tax-back.ts'
export { creditTaxes, reverseTaxes } from './taxes/credit-taxes.ts'
export { findLinesOf, findRefunded, isRefunded } from './refunds/find-refunded.ts'
export { readRefundable } from './refunds/refundable.ts'
export { verifyRefunds } from './refunds/verify-refunds.ts'
export { assertFeeShown, bookOnboardingFee, quoteFee } from './onboarding-fee.ts'
export { recordDeclined, recordPaid } from './payment-status.ts'
export { closePayer } from './periods/close-payers.ts'
export { closePeriodsJob } from './periods/close-periods.ts'
export { writeOffDebts } from './settling/write-off-debts.ts'
export { shareOf } from './share-of.ts'
export { verifyCharges } from './verify-charges.ts'
export { countAutomatic, isOpen, isUnwanted, openTopUp, readLastTopUp, type TopUp } from './top-ups/open-top-up.ts'
