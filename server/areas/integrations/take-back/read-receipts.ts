import type { Receipt } from '#contract/integrations/take-back.ts'
import { nameOfKind } from '#contract/integrations/services.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Book } from '../deliveries/book.ts'

interface Row extends Omit<Receipt, 'target' | 'asked_at' | 'done_at'> {
  url: string | null
  recipients: string[]
  asked_at: Date
  done_at: Date | null
}

const select = `
  select take_back.id, take_back.lead_id, coalesce(trim(lead.first_name || ' ' || lead.last_name), '') as lead_name,
         client.name as company_name, destination_id, destination.kind, url, recipients, take_back.status, take_back.cause,
         asked_at, done_at
  from take_back
  join destination on destination.agency_id = take_back.agency_id and destination.id = destination_id
  join company client on client.id = take_back.client_id
  left join lead on lead.agency_id = take_back.agency_id and lead.id = take_back.lead_id`

/** The receipts of a lead's destinations, newest first. */
export async function readReceipts(tx: Tx, agencyId: string, leadId: string): Promise<Receipt[]> {
  const { rows } = await tx.query<Row>(
    `${select} where take_back.agency_id = $1 and take_back.lead_id = $2 order by take_back.id desc`,
    [agencyId, leadId],
  )
  return rows.map(present)
}

const pageSize = 25

/** What people have to delete by hand, for an agency or one of its clients. */
export async function readManualReceipts(
  tx: Tx,
  { agencyId, clientId }: Pick<Book, 'agencyId'> & { clientId: string | null },
  before?: string,
): Promise<{ data: Receipt[]; next: string | null }> {
  const { rows } = await tx.query<Row>(
    `${select}
     where take_back.agency_id = $1 and take_back.status = 'manual' and ($2::uuid is null or take_back.client_id = $2)
       and ($3::uuid is null or take_back.id < $3)
     order by take_back.id desc limit $4`,
    [agencyId, clientId, before ?? null, pageSize + 1],
  )
  const page = rows.slice(0, pageSize)
  return { data: page.map(present), next: rows.length > page.length ? page.at(-1)!.id : null }
}

/** Marks a manual removal as done. Throws `invalid` if there is no such receipt. */
export async function settleReceipt(
  tx: Tx,
  agencyId: string,
  { leadId, destinationId }: { leadId: string; destinationId: string },
  now_ms: number,
): Promise<void> {
  const { rows } = await tx.query(
    `update take_back set status = 'done', cause = null, done_at = coalesce(done_at, $4), person_sealed = null
     where agency_id = $1 and lead_id = $2 and destination_id = $3 and status in ('manual', 'done') returning 1`,
    [agencyId, leadId, destinationId, dateOf(now_ms)],
  )
  if (rows.length === 0) throw invalid('destination_id', 'Choose one of the available options.')
}

const present = ({ url, recipients, asked_at, done_at, ...row }: Row): Receipt => ({
  ...row,
  target: targetOf(row.kind, url, recipients),
  asked_at: asked_at.toISOString(),
  done_at: done_at?.toISOString() ?? null,
})

const targetOf = (kind: Receipt['kind'], url: string | null, recipients: readonly string[]): string =>
  kind === 'webhook' ? (url ?? '') : kind === 'email' ? recipients.join(', ') : nameOfKind(kind)
