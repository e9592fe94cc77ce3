import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import type { DisputeRow } from '#server/areas/billing/disputes/disputes.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The evidence sent along with the payee's text. It names only users of the payer who accepted an agreement. */
export interface Proofs {
  invoice: string
  product: string
  activity: string
  agreements: string
  customerName: string
  customerEmail: string
}

/** The providers' limit for one text. */
const longestActivity = 20_000

interface PaidFor {
  campaign_name: string
  day: string
  leads: number
  /** Those whose visit was checked for privacy signals, consent platforms and its country. */
  checked: number
}

/** What a disputed charge paid for: its leads, by day and campaign, and the agreements that the payer accepted. */
export async function gatherEvidence(tx: Tx, dispute: DisputeRow): Promise<Proofs> {
  const { agency_id: agencyId, charge_id: chargeId, client_id: clientId } = dispute
  const payerId = clientId ?? agencyId
  const { rows } = await tx.query<
    { name: string; email: string; zone: string; seller: string | null } & (Numbered | { issuer: null })
  >(
    `select c.name, c.main_email as email, a.time_zone as zone, i.seller_name as seller, i.issuer, i.year, i.number
       from company c
       join company a on a.id = $1
       left join invoice i on i.agency_id = $1 and i.id = $2
      where c.id = $3`,
    [agencyId, chargeId, payerId],
  )
  const payer = rows[0]!
  const invoice = payer.issuer === null ? '' : numberOf(payer)
  const days = await leadsOf(tx, agencyId, chargeId, payer.zone)
  const leads = days.reduce((sum, day) => sum + day.leads, 0)
  return {
    invoice,
    product: `Sales leads, delivered online${invoice === '' ? '' : `, invoice ${invoice}`}${leads === 0 ? '' : `: ${leads} leads`}`,
    activity: activityOf(days),
    agreements: await agreementsOf(tx, payerId),
    customerName: payer.name,
    customerEmail: payer.email,
  }
}

/**
 * Follows the money trail backwards, by local day and campaign: from the invoice to the transfers on it, and to their leads. A top-up
 * has no invoice; its leads are those of the batches that its lot paid for.
 */
async function leadsOf(tx: Tx, agencyId: string, chargeId: string, zone: string): Promise<PaidFor[]> {
  const { rows } = await tx.query<PaidFor>(
    `select c.name as campaign_name, (l.created_at at time zone $3)::date::text as day, count(*)::integer as leads,
            count(l.consent)::integer as checked
       from allocation a
       join lead l on l.agency_id = $1 and l.id = a.item_id
       join campaign c on c.agency_id = $1 and c.id = l.campaign_id
      where a.agency_id = $1 and a.invoice_id = $2
      group by 1, 2 order by 2, 1`,
    [agencyId, chargeId, zone],
  )
  if (rows.length > 0) return rows
  const { rows: prepaid } = await tx.query<PaidFor>(
    `select c.name as campaign_name, (l.created_at at time zone $3)::date::text as day, count(*)::integer as leads,
            count(l.consent)::integer as checked
       from (select distinct used_at, balance_id from prepaid_use
              where agency_id = $1 and lot_id = $2 and kind = 'leads') batch
       join lead l on l.agency_id = $1 and l.created_at = batch.used_at and l.kind = 'lead'
        and batch.balance_id in ($1, l.campaign_id)
       join campaign c on c.agency_id = $1 and c.id = l.campaign_id
      group by 1, 2 order by 2, 1`,
    [agencyId, chargeId, zone],
  )
  return prepaid
}

const activityOf = (days: readonly PaidFor[]): string =>
  days
    .map(
      ({ day, campaign_name, leads, checked }) =>
        `${day}  ${campaign_name}: ${leads} leads delivered${checked > 0 ? `, ${checked} of them after a check of privacy signals, consent and region` : ''}`,
    )
    .join('\n')
    .slice(0, longestActivity)

/** Who accepted which agreement for the payer, and when, as the agreement's certificate says. */
async function agreementsOf(tx: Tx, companyId: string): Promise<string> {
  const { rows } = await tx.query<{
    name: string
    version: number
    user_name: string
    accepted_at: Date
    hash: string
  }>(
    `select d.name, d.version, a.user_name, a.accepted_at, encode(a.text_hash, 'hex') as hash
       from acceptance a join document d on d.id = a.document_id
      where a.company_id = $1 order by a.accepted_at desc limit 20`,
    [companyId],
  )
  return rows
    .map(
      (one) =>
        `${one.name}, version ${one.version}, accepted by ${one.user_name} on ${one.accepted_at.toISOString()} (text ${one.hash.slice(0, 16)})`,
    )
    .join('\n')
}
