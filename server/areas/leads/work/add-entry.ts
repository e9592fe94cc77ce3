import { dateOf } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'

type NewEntry = { kind: 'note'; note: string } | { kind: 'status'; from: string; to: string }

/** Adds an entry to the history of the lead that the call is about, in the transaction of the change. Returns its id. */
export async function addEntry(tx: Tx, call: SignedInCall, leadId: string, entry: NewEntry): Promise<string> {
  const { rootId, agencyId, clientId } = call.object!
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  const [from, to] = entry.kind === 'status' ? [entry.from, entry.to] : [null, null]
  await tx.query(
    `insert into lead_entry (agency_id, id, root_id, client_id, lead_id, at, kind, by_id, note, from_key, to_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      agencyId,
      id,
      rootId,
      clientId,
      leadId,
      dateOf(now_ms),
      entry.kind,
      call.caller.userId,
      entry.kind === 'note' ? entry.note : '',
      from,
      to,
    ],
  )
  return id
}
