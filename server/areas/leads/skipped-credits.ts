import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Remembers leads that a change would have credited if they hadn't already been refunded (decision 127). */
export async function recordSkipped(
  tx: Tx,
  { rootId, agencyId }: Book,
  now_ms: number,
  {
    changeId,
    isByOperator,
    leads,
  }: { changeId: string; isByOperator: boolean; leads: readonly { leadId: string; clientId: string }[] },
): Promise<void> {
  if (leads.length === 0) return
  await tx.query(
    `insert into lead_credit_skipped (agency_id, change_id, lead_id, root_id, client_id, skipped_at, by_operator)
     select $1, $2, fresh.lead_id, $3, fresh.client_id, $4, $7 from unnest($5::uuid[], $6::uuid[]) as fresh (lead_id, client_id)
     on conflict (agency_id, change_id, lead_id) do nothing`,
    [
      agencyId,
      changeId,
      rootId,
      dateOf(now_ms),
      plainArray(leads.map(({ leadId }) => leadId)),
      plainArray(leads.map(({ clientId }) => clientId)),
      isByOperator,
    ],
  )
}

/** Undoing a list change also removes what it skipped. */
export async function removeSkipped(tx: Tx, agencyId: string, changeId: string): Promise<void> {
  await tx.query('delete from lead_credit_skipped where change_id = $2 and (agency_id = $1 or root_id = $1)', [
    agencyId,
    changeId,
  ])
}

/** Leads credited since are no longer skipped, whichever change credited them. */
export async function removeCredited(tx: Tx, agencyId: string, changeId: string): Promise<void> {
  await tx.query(
    `delete from lead_credit_skipped s
      where s.agency_id = $1 and s.change_id = $2
        and exists (select from lead_credit k where k.agency_id = $1 and k.lead_id = s.lead_id and k.reversed_at is null)`,
    [agencyId, changeId],
  )
}
