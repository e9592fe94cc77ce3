import type { Tx } from '#server/platform/database/tx.ts'
import { addJobs } from '#server/platform/jobs.ts'

/** Jobs of the area that sends mails about payments. */
export const mailInvoiceJobName = 'mail-invoice'
export const mailPaymentJobName = 'mail-payment'

interface Agency {
  rootId: string
  agencyId: string
}

/** Mails payers their invoices, once they are committed. */
export const queueInvoiceMails = (tx: Tx, { rootId, agencyId }: Agency, ids: readonly string[]): Promise<void> =>
  addJobs(
    tx,
    mailInvoiceJobName,
    ids.map((chargeId) => ({ rootId, agencyId, chargeId })),
  )

/** Mails a payer that a payment arrived, once that is committed. */
export const queuePaymentMail = (tx: Tx, { rootId, agencyId }: Agency, chargeId: string): Promise<void> =>
  addJobs(tx, mailPaymentJobName, [{ rootId, agencyId, chargeId }])
