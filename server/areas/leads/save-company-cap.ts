import { usualShares } from '#contract/campaigns/spend-alerts.ts'
import type { saveAgencyCap, saveClientCap } from '#contract/leads/company-cap.ts'
import { assertFormUnchanged, formVersionOf } from '#server/areas/activity/form-version.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { capFields, type Cap } from './cap-fields.ts'
import { waitForBatch } from './wait-for-batch.ts'

export const handleSaveClientCap: Handler<typeof saveClientCap> = ({ body }, call) =>
  save(call, call.object!.clientId, body)

/** Operators set caps for agencies; a client's cap is set by its agency. */
export const handleSaveAgencyCap: Handler<typeof saveAgencyCap> = ({ body }, call) =>
  save(call, call.object!.clientId === null ? call.object!.agencyId : null, body)

const noCap: Cap = { month_cap_cents: 0, alert_shares: usualShares, alert_cents: 0, alert_payer: false }

async function save(call: SignedInCall, companyId: string | null, body: Input<typeof saveClientCap>['body']) {
  const { rootId, agencyId, clientId } = call.object!
  if (companyId === null || agencyId === null) throw invalid('companyId', 'You cannot set a cap for this company.')
  const after = await call.inScope(async (tx) => {
    // After the response, no running batch may create leads under the old cap.
    await waitForBatch(tx, agencyId)
    // Two concurrent saves of a company's first cap have no row to lock.
    await tx.query('select from company where id = $1 for no key update', [companyId])
    const before = await readCap(tx, agencyId, companyId)
    await assertFormUnchanged(tx, call.platform, body.version, {
      bookId: agencyId,
      targetId: companyId,
      actions: ['billing.moneyCapSet'],
      fields: capFields(before),
    })
    const after = capAfter(before, body)
    if (after.month_cap_cents === 0 && after.alert_cents === 0)
      await tx.query('delete from money_cap where agency_id = $1 and company_id = $2', [agencyId, companyId])
    else await writeCap(tx, { agencyId, companyId, clientId, rootId }, after, dateOf(call.platform.clock.now()))
    await recordActivity(tx, call, {
      action: 'billing.moneyCapSet',
      target: { kind: 'company', id: companyId },
      from: { ...before },
      to: { ...after },
    })
    return after
  })
  const version = formVersionOf(call.platform, capFields(after))
  return { result: 'success', message: 'Your settings have been saved.', version } as const
}

/** Omitted fields keep their value. */
const capAfter = (before: Cap, body: Input<typeof saveClientCap>['body']): Cap => ({
  month_cap_cents: body.month_cap_cents,
  alert_shares: [...new Set(body.alert_shares ?? before.alert_shares)].toSorted((a, b) => a - b),
  alert_cents: body.alert_cents ?? before.alert_cents,
  alert_payer: body.alert_payer ?? before.alert_payer,
})

async function writeCap(
  tx: Tx,
  of: { agencyId: string; companyId: string; clientId: string | null; rootId: string },
  cap: Cap,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into money_cap
       (agency_id, company_id, client_id, root_id, month_cap_cents, updated_at, alert_shares, alert_cents, alert_payer)
     values ($1, $2, $3, $4, nullif($5, 0), $6, $7, nullif($8, 0), $9)
     on conflict (agency_id, company_id)
       do update set month_cap_cents = excluded.month_cap_cents, updated_at = excluded.updated_at,
         alert_shares = excluded.alert_shares, alert_cents = excluded.alert_cents, alert_payer = excluded.alert_payer`,
    [
      of.agencyId,
      of.companyId,
      of.clientId,
      of.rootId,
      cap.month_cap_cents,
      now,
      cap.alert_shares,
      cap.alert_cents,
      cap.alert_payer,
    ],
  )
}

async function readCap(tx: Tx, agencyId: string, companyId: string): Promise<Cap> {
  const { rows } = await tx.query<Cap>(
    `select coalesce(month_cap_cents, 0) as month_cap_cents, alert_shares, coalesce(alert_cents, 0) as alert_cents, alert_payer
       from money_cap where agency_id = $1 and company_id = $2`,
    [agencyId, companyId],
  )
  return rows[0] ?? noCap
}
