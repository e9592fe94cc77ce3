import type { saveAgencyCap, saveClientCap } from '#contract/leads/company-cap.ts'
import { recordActivity } from '#server/areas/activity/public.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { waitForBatch } from './wait-for-batch.ts'

export const handleSaveClientCap: Handler<typeof saveClientCap> = ({ body }, call) =>
  save(call, call.object!.clientId, body.month_cap_cents)

/** Operators have to do with agencies: what a client may spend is its agency's to say. */
export const handleSaveAgencyCap: Handler<typeof saveAgencyCap> = ({ body }, call) =>
  save(call, call.object!.clientId === null ? call.object!.agencyId : null, body.month_cap_cents)

async function save(call: SignedInCall, companyId: string | null, cap_cents: number) {
  const { rootId, agencyId, clientId } = call.object!
  if (companyId === null || agencyId === null) throw invalid('companyId', 'You cannot set a cap for this company.')
  await call.inScope(async (tx) => {
    // No batch that knew another cap makes leads after the answer.
    await waitForBatch(tx, agencyId)
    const before = await readCap(tx, agencyId, companyId)
    if (cap_cents === 0)
      await tx.query('delete from money_cap where agency_id = $1 and company_id = $2', [agencyId, companyId])
    else
      await tx.query(
        `insert into money_cap (agency_id, company_id, client_id, root_id, month_cap_cents, updated_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (agency_id, company_id)
           do update set month_cap_cents = excluded.month_cap_cents, updated_at = excluded.updated_at`,
        [agencyId, companyId, clientId, rootId, cap_cents, dateOf(call.platform.clock.now())],
      )
    await recordActivity(tx, call, {
      action: 'billing.moneyCapSet',
      target: { kind: 'company', id: companyId },
      from: { month_cap_cents: before },
      to: { month_cap_cents: cap_cents },
    })
  })
  return { result: 'success', message: 'Your settings have been saved.' } as const
}

async function readCap(tx: Tx, agencyId: string, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ cap_cents: number }>(
    'select month_cap_cents as cap_cents from money_cap where agency_id = $1 and company_id = $2',
    [agencyId, companyId],
  )
  return rows[0]?.cap_cents ?? 0
}
