import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { startOfDate_ms } from '#server/platform/local-dates.ts'
import type { Issuing } from './issue-invoices.ts'

/** The instant from which a payer's leads are scanned. Anything booked earlier is already invoiced. */
export type Since = Date | typeof fromTheBeginning
export const fromTheBeginning = '-infinity'
export type SinceOf = (clientId: string | null) => Since

/**
 * Overlap with the last invoice's period: a batch that started before the end of the period may have been
 * committed after the invoice was issued, and clocks get adjusted.
 */
const overlap_ms = 7 * 86_400_000

/**
 * The instant since which payers' leads may be uninvoiced: the end of the last invoice's period, which covered everything before.
 * For payers without an invoice, the whole history is scanned; it amounts to less than the minimum charge.
 */
export async function readSince(
  tx: Tx,
  { agencyId, zone }: Pick<Issuing, 'agencyId' | 'zone'>,
  payers: readonly { clientId: string | null; endsOn: string }[],
): Promise<Map<string | null, Date>> {
  const last = (of: string): string => `
    (select i.ends_on from invoice i where i.agency_id = $1 and i.client_id ${of} and i.ends_on <= payer.ends_on
      order by i.issued_at desc, i.id desc limit 1)`
  const { rows } = await tx.prepared<{ clientId: string | null; endedOn: string | null }>(
    'gathered-since',
    `select nullif(payer.id, $1) as "clientId",
            (case when payer.id = $1 then ${last('is null')} else ${last('= payer.id')} end)::text as "endedOn"
       from unnest($2::uuid[], $3::date[]) as payer (id, ends_on)`,
    [agencyId, payers.map(({ clientId }) => clientId ?? agencyId), payers.map(({ endsOn }) => endsOn)],
  )
  return new Map(
    rows.flatMap(({ clientId, endedOn }) =>
      endedOn === null ? [] : [[clientId, dateOf(startOfDate_ms(endedOn, zone) - overlap_ms)]],
    ),
  )
}
