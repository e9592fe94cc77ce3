import type { openPaymentLink } from '#contract/payments/payment-links.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { openStatuses, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { presentLine, readLines } from '#server/areas/billing/invoices/invoice-lines.ts'
import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'
import { findPayee } from '../charges/find-payment-method.ts'
import { readPaymentLink, type LinkedCharge } from '#server/areas/billing/invoices/payment-link.ts'

interface OpenInvoice extends Numbered, Pick<ChargeRow, 'client_id' | 'status' | 'amount_cents'> {
  seller_name: string
  payer_name: string
  issued_at: Date
  deduction_cents: number
}

/** An invoice that is still open, whose payer and payee exist; null for any other. */
async function findOpenInvoice(tx: Tx, { agencyId, chargeId }: LinkedCharge): Promise<OpenInvoice | null> {
  const { rows } = await tx.query<OpenInvoice>(
    `select i.issuer, i.year, i.number, i.seller_name, i.payer_name, i.issued_at, i.deduction_cents, c.client_id, c.status,
            c.amount_cents
       from invoice i
       join charge c on c.agency_id = i.agency_id and c.id = i.id
       join company payer on payer.id = coalesce(c.client_id, c.agency_id) and payer.removed_at is null
       join company agency on agency.id = i.agency_id and agency.removed_at is null
      where i.agency_id = $1 and i.id = $2 and c.status = any($3::text[]) and c.balance_id is null and c.amount_cents > 0`,
    [agencyId, chargeId, openStatuses],
  )
  return rows[0] ?? null
}

/** Opens the invoice of a link. One that is paid or given up, like a link of another host or a forged one, is absent. */
export const handleOpenPaymentLink: OpenHandler<typeof openPaymentLink> = async ({ body }, { platform, host }) => {
  const link = await readPaymentLink(platform, host, body.token)
  const { rootId, agencyId, chargeId } = link
  const content = await inScope(
    platform.appPool,
    { kind: 'agency', rootId, agencyId },
    async (tx) => {
      const invoice = await findOpenInvoice(tx, link)
      if (!invoice) return null
      const isByCard = await isPaidByCard(tx, platform, invoice, agencyId)
      return { invoice, lines: await readLines(tx, agencyId, chargeId), isByCard }
    },
    { readOnly: true },
  )
  if (!content) throw notFound()
  const { invoice, lines, isByCard } = content
  return {
    result: 'success',
    message: '',
    data: {
      number: numberOf(invoice),
      seller: invoice.seller_name,
      payer: invoice.payer_name,
      issued_at: invoice.issued_at.toISOString(),
      amount: dollarsFromCents(invoice.amount_cents),
      deduction: dollarsFromCents(invoice.deduction_cents),
      lines: lines.map((line) => presentLine(line)),
      state: invoice.status === 'due' || invoice.status === 'declined' ? 'open' : 'processing',
      form_url: isByCard ? gatewayForNewCards(platform.config)!.formUrl : null,
    },
  }
}

/** Whether the payee takes cards at the gateway that takes new ones. */
async function isPaidByCard(
  tx: Tx,
  { config }: Platform,
  { client_id }: Pick<ChargeRow, 'client_id'>,
  agencyId: string,
): Promise<boolean> {
  const gateway = gatewayForNewCards(config)
  if (!gateway) return false
  if (client_id === null) return true
  const payee = await findPayee(tx, agencyId)
  return typeof payee !== 'string' && payee.gateway === gateway.name
}
