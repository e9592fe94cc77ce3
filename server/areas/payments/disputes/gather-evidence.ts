import { numberOf, type DisputeRow, type Numbered } from '#server/areas/billing/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'

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
const maxDays = 400

interface PaidFor {
  campaign_name: string
  made_at: Date
  leads: number
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
  const days = await leadsOf(tx, agencyId, chargeId)
  const leads = days.reduce((sum, day) => sum + day.leads, 0)
  return {
    invoice,
    product: `Sales leads, delivered online${invoice === '' ? '' : `, invoice ${invoice}`}: ${leads} leads`,
    activity: activityOf(days, payer.zone),
    agreements: await agreementsOf(tx, payerId),
    customerName: payer.name,
    customerEmail: payer.email,
  }
}

/** Follows the money trail backwards: from the invoice to the transfers on it, and to their leads. */
async function leadsOf(tx: Tx, agencyId: string, chargeId: string): Promise<PaidFor[]> {
  const { rows } = await tx.query<PaidFor>(
    `select c.name as campaign_name, date_trunc('hour', l.created_at) as made_at, count(*)::integer as leads
       from invoice_transfer i
       join ledger_transfer t on t.agency_id = $1 and t.id = i.transfer_id and t.reference_kind = 'lead'
       join lead l on l.agency_id = $1 and l.id = t.reference_id
       join campaign c on c.agency_id = $1 and c.id = l.campaign_id
      where i.agency_id = $1 and i.invoice_id = $2
      group by 1, 2 order by 2, 1 limit ${maxDays * 24}`,
    [agencyId, chargeId],
  )
  return rows
}

function activityOf(hours: readonly PaidFor[], zone: string): string {
  const counted = new Map<string, number>()
  for (const { campaign_name, made_at, leads } of hours) {
    const line = `${localDateAt(made_at.getTime(), zone)}  ${campaign_name}`
    counted.set(line, (counted.get(line) ?? 0) + leads)
  }
  const lines = [...counted].map(([line, leads]) => `${line}: ${leads} leads delivered`)
  return lines.join('\n').slice(0, longestActivity)
}

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
