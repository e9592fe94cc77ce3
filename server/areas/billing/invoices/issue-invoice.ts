import type { Module } from '#contract/campaigns/modules.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'

export interface InvoiceLine {
  kind:
    | 'leads'
    | 'enrichment'
    | 'minimum_spend'
    | 'onboarding'
    | 'developer'
    | 'manual_bill'
    | 'platform_fee'
    | 'lead_minimum'
  campaignId: string | null
  campaignName: string
  quantity: number
  unitPrice_e4: number
  amount_cents: number
  /** What a fee is for: its product, its local days without the second, and on an agency's invoice the client that uses it. */
  fee?: { module: Module; from_on: string; until_on: string; clientName: string }
}

export interface NewInvoice {
  /** The charge's, too. */
  id: string
  rootId: string
  agencyId: string
  clientId: string | null
  /** Up to which local date; null for a single fee. */
  endsOn: string | null
  deduction_cents: number
  lines: readonly InvoiceLine[]
}

/**
 * Issues an invoice with the next number of its series: of the agency to its clients, or of the operator to the agency, by
 * year in the agency's zone. In the transaction of its charge; call it late, since others wait for the number.
 */
export async function issueInvoice(tx: Tx, now_ms: number, one: NewInvoice): Promise<void> {
  const names = await readNames(tx, one)
  const issuer = one.clientId === null ? 'root' : 'agency'
  const year = Number(localDateAt(now_ms, names.zone).slice(0, 4))
  const total_cents = one.lines.reduce((sum, line) => sum + line.amount_cents, 0)
  const { rows } = await tx.query<{ last: number }>(
    `insert into invoice_series (agency_id, issuer, year, root_id, last) values ($1, $2, $3, $4, 1)
     on conflict (agency_id, issuer, year) do update set last = invoice_series.last + 1 returning last`,
    [one.agencyId, issuer, year, one.rootId],
  )
  await tx.query(
    `insert into invoice (agency_id, id, root_id, client_id, issuer, year, number, ends_on, seller_name, payer_name,
       total_cents, deduction_cents, issued_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      one.agencyId,
      one.id,
      one.rootId,
      one.clientId,
      issuer,
      year,
      rows[0]!.last,
      one.endsOn,
      names.seller,
      names.payer,
      total_cents,
      one.deduction_cents,
      dateOf(now_ms),
    ],
  )
  await insertLines(tx, one)
}

async function insertLines(tx: Tx, { agencyId, id, rootId, clientId, lines }: NewInvoice): Promise<void> {
  await tx.query(
    `insert into invoice_line (agency_id, invoice_id, line, root_id, client_id, kind, campaign_id, campaign_name, quantity,
       unit_price_e4, amount_cents, module, from_on, until_on, client_name)
     select $1, $2, l.line, $3, $4, l.kind, l.campaign_id, l.campaign_name, l.quantity, l.unit_price_e4, l.amount_cents,
            l.module, l.from_on, l.until_on, l.client_name
       from unnest($5::text[], $6::uuid[], $7::text[], $8::integer[], $9::bigint[], $10::bigint[], $11::text[], $12::date[],
                   $13::date[], $14::text[])
         with ordinality as l (kind, campaign_id, campaign_name, quantity, unit_price_e4, amount_cents, module, from_on,
                               until_on, client_name, line)
     returning 1`,
    [
      agencyId,
      id,
      rootId,
      clientId,
      lines.map(({ kind }) => kind),
      lines.map(({ campaignId }) => campaignId),
      lines.map(({ campaignName }) => campaignName),
      lines.map(({ quantity }) => quantity),
      lines.map(({ unitPrice_e4 }) => unitPrice_e4),
      lines.map(({ amount_cents }) => amount_cents),
      lines.map(({ fee }) => fee?.module ?? null),
      lines.map(({ fee }) => fee?.from_on ?? null),
      lines.map(({ fee }) => fee?.until_on ?? null),
      lines.map(({ fee }) => fee?.clientName ?? ''),
    ],
  )
}

/** As the two are called now; an operator is called by its own name, which its agencies know. */
async function readNames(tx: Tx, one: NewInvoice): Promise<{ zone: string; seller: string; payer: string }> {
  const { rows } = await tx.query<{ zone: string; seller: string; payer: string }>(
    `select agency.time_zone as zone, payer.name as payer,
       coalesce((select brand.legal_name from brand where brand.company_id = $2),
         case when $2 = agency.id then agency.name else '' end) as seller
       from company agency join company payer on payer.id = $3 where agency.id = $1`,
    [one.agencyId, one.clientId === null ? one.rootId : one.agencyId, one.clientId ?? one.agencyId],
  )
  return rows[0]!
}
