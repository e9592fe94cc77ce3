import { lockCharge, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { drawInvoice } from '#server/areas/billing/invoices/download-documents.ts'
import { mailInvoiceJobName } from '#server/areas/billing/queue-payment-mails.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Translate } from '#server/platform/translate.ts'
import { paymentLinkOf } from '#server/areas/billing/invoices/payment-link.ts'
import { readPayersPeople, showDollars } from '../dunning/mail-payers.ts'
import { mailPayer, payerMailPayload } from './mail-payer.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/** Mails a new invoice to its payer, with its PDF. */
export const mailInvoiceJob: Job = {
  name: mailInvoiceJobName,
  mails: true,
  async run(platform, input) {
    const task = payerMailPayload.parse(input)
    const { rootId, agencyId, chargeId } = task
    const source = await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
      const charge = await lockCharge(tx, { agencyId }, chargeId)
      if (!charge) return null
      const place = { rootId, agencyId, clientId: charge.client_id }
      const invoice = await drawInvoice(tx, platform, place, chargeId)
      const host = await findHostOf(tx, agencyId)
      return invoice && { charge, invoice, host, receivers: await readPayersPeople(tx, charge) }
    })
    if (!source) return
    const { charge, invoice, host, receivers } = source
    const values = { number: invoice.number, amount: showDollars(charge.amount_cents), seller: invoice.seller }
    const isOpen = charge.amount_cents > 0 && !isPaid(charge)
    const url =
      host && (isOpen ? paymentLinkOf(platform, host, task) : pageAddress(platform.config, host, '/user/card-setting'))
    await mailPayer(platform, mailInvoiceJobName, task, {
      kind: 'money',
      clientId: charge.client_id,
      about: chargeId,
      receivers,
      attachments: [invoice.file],
      write: invoiceText({
        values,
        issuedAt: invoice.issuedAt,
        isOpen,
        url,
        chargeId,
      }),
    })
  },
}

const isPaid = ({ status }: ChargeRow): boolean => status === 'succeeded' || status === 'settled'

interface NewInvoiceMail {
  values: Record<'number' | 'amount' | 'seller', string>
  issuedAt: Date
  isOpen: boolean
  url: string | null
  chargeId: string
}

const invoiceText =
  ({ values, issuedAt, isOpen, url, chargeId }: NewInvoiceMail) =>
  (say: Translate): MailContent => ({
    title: say('Invoice {number} from {seller}: {amount}', values),
    paragraphs: [
      isOpen
        ? say(
            'The invoice is attached. It is charged to your card, or paid as you agreed. You can also pay it with any card, without signing in.',
          )
        : say('Nothing is left to pay. The invoice is attached.'),
    ],
    ...(url !== null && { button: { label: isOpen ? say('Open the invoice') : say('Open Card Setting'), url } }),
    facts: [
      [say('Invoice'), values.number],
      [say('Amount'), values.amount],
      [say('Issued'), { at_ms: issuedAt.getTime() }],
    ],
    thread: `invoice ${chargeId}`,
  })

/** With invented data. */
export const samples: MailSamples = {
  invoice: {
    kind: 'money',
    write: (say, _language, { url, brand }) =>
      invoiceText({
        values: { number: '2026-0007', amount: '$159.38', seller: brand },
        issuedAt: new Date(fiction.at_ms),
        isOpen: true,
        url: url('/pay-invoice#sample'),
        chargeId: '1',
      })(say),
  },
}
