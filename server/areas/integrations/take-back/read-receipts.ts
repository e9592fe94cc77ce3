import type { Receipt } from '#contract/integrations/take-back.ts'
import { services } from '#contract/integrations/services.ts'
import type { Tx } from '#server/platform/database/tx.ts'

interface Row extends Omit<Receipt, 'target' | 'asked_at' | 'done_at'> {
  url: string | null
  recipients: string[]
  asked_at: Date
  done_at: Date | null
}

/** Which destinations of a lead were told, newest wish first. */
export async function readReceipts(tx: Tx, agencyId: string, leadId: string): Promise<Receipt[]> {
  const { rows } = await tx.query<Row>(
    `select take_back.id, destination_id, kind, url, recipients, take_back.status, take_back.cause, asked_at, done_at
     from take_back join destination on destination.agency_id = take_back.agency_id and destination.id = destination_id
     where take_back.agency_id = $1 and lead_id = $2 order by take_back.id desc`,
    [agencyId, leadId],
  )
  return rows.map(({ url, recipients, asked_at, done_at, ...row }) => ({
    ...row,
    target: targetOf(row.kind, url, recipients),
    asked_at: asked_at.toISOString(),
    done_at: done_at?.toISOString() ?? null,
  }))
}

const targetOf = (kind: Receipt['kind'], url: string | null, recipients: readonly string[]): string =>
  kind === 'webhook' ? (url ?? '') : kind === 'email' ? recipients.join(', ') : services[kind].name
