import type { downloadReceipt } from '#contract/billing/papers.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { ChargeRow } from '../charge-states.ts'
import { refundedCents } from '../charge-columns.ts'
import { documentWordsIn } from '../invoices/document-words.ts'
import { drawDocument, type PaperDocument } from '../invoices/draw-document.ts'
import { numberOf, type Numbered } from '../invoices/invoice-number.ts'
import { payerOf } from '../invoices/list-invoices.ts'
import { dayOf, dollars } from './paper-formats.ts'
import { readParties, type Parties, type Payer } from './read-parties.ts'

interface Payment {
  id: string
  kind: ChargeRow['kind']
  status: ChargeRow['status']
  amount_cents: number
  refunded_cents: number
  paid_with: string
  paid_at: Date
  issuer: Numbered['issuer'] | null
  year: number
  number: number
  seller_name: string | null
  payer_name: string | null
  seller_tax_number: string | null
  payer_tax_number: string | null
}

/** The receipt of a paid charge: an invoice, a fee or a top-up. */
export const handleDownloadReceipt: Handler<typeof downloadReceipt> = async ({ params }, call) => {
  const payer = payerOf(call)
  const { payment, parties } = await call.inScope(async (tx) => {
    const payment = await findPayment(tx, payer, params.chargeId)
    if (!payment) throw invalid('chargeId', 'Payment not found.')
    return { payment, parties: await readParties(tx, payer) }
  })
  const name = payment.issuer === null ? payment.id : numberOf(payment as Numbered)
  return {
    fileName: `receipt-${name}.pdf`,
    contentType: 'application/pdf',
    stream: await drawDocument(await receiptOf(payment, parties)),
  }
}

async function findPayment(tx: Tx, { agencyId, clientId }: Payer, id: string): Promise<Payment | null> {
  const { rows } = await tx.query<Payment>(
    `select c.id, c.kind, c.status, c.amount_cents, ${refundedCents} as refunded_cents, c.paid_with,
        coalesce(c.moved_at, c.created_at) as paid_at, i.issuer, i.year, i.number, i.seller_name, i.payer_name,
        i.seller_tax_number, i.payer_tax_number
       from charge c left join invoice i on i.agency_id = $1 and i.id = c.id
      where c.agency_id = $1 and c.client_id is not distinct from $2 and c.id = $3
        and c.status in ('succeeded', 'settled') and c.amount_cents > 0`,
    [agencyId, clientId, id],
  )
  return rows[0] ?? null
}

async function receiptOf(payment: Payment, parties: Parties): Promise<PaperDocument> {
  const words = await documentWordsIn(parties.language)
  const { amount_cents, refunded_cents, issuer } = payment
  const number = issuer === null ? '' : numberOf(payment as Numbered)
  const what = issuer === null ? words[payment.kind] : `${words.invoice} ${number}`
  return {
    title: words.receipt,
    number,
    issuedAt: payment.paid_at,
    parties,
    seller: { name: payment.seller_name || parties.seller.name, taxNumber: payment.seller_tax_number ?? '' },
    payer: {
      name: payment.payer_name || parties.payer.name,
      taxNumber: payment.payer_tax_number ?? parties.payer.taxNumber ?? '',
    },
    stamp: { text: words.paid, tone: 'good' },
    facts: [
      [words.paidOn, dayOf(payment.paid_at, parties)],
      [words.paidWith, payment.status === 'settled' ? words.byHand : payment.paid_with],
    ],
    lines: [{ text: what, quantity: '', price: '', amount: dollars(amount_cents) }],
    sums: [
      ...(refunded_cents > 0 ? [[words.refunded, dollars(-refunded_cents)] as const] : []),
      [words.amountPaid, dollars(amount_cents)],
    ],
    notes: [],
  }
}
