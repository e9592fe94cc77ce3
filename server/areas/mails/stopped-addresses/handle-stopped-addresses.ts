import { toPage } from '#contract/core/page.ts'
import type { listStoppedAddresses, resumeAddress, StopReason } from '#contract/mails/stopped-addresses.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row {
  id: string
  email: string
  reason: StopReason
  company_id: string
  company_name: string
  since: Date
  total: number
}

export const handleListStopped: Handler<typeof listStoppedAddresses> = async ({ params, query }, call) => {
  const { companyId } = settingsTarget(call, params.companyId)
  const { page, perPage } = query
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(
      `select stopped_address.recipient_id as id, stopped_address.address as email, stopped_address.reason,
          company.id as company_id, company.name as company_name, stopped_address.stopped_at as since,
          count(*) over ()::integer as total
         from stopped_address join company on company.id = stopped_address.company_id
        where stopped_address.agency_id = $1
        order by stopped_address.stopped_at desc, stopped_address.recipient_id, stopped_address.reason
        limit $2 offset $3`,
      [companyId, perPage, (page - 1) * perPage],
    ),
  )
  const data = rows.map(({ total: _total, since, ...row }) => ({ ...row, since: since.toISOString() }))
  return toPage(data, page, perPage, rows[0]?.total ?? 0)
}

/** An address that its reader stopped looks like one that is not there: only they may undo it. */
export const handleResumeAddress: Handler<typeof resumeAddress> = async ({ body }, call) => {
  const { companyId } = settingsTarget(call, body.companyId)
  await call.inScope(async (tx) => {
    const { rows } = await tx.query<{ address: string }>(
      `delete from stopped_address where agency_id = $1 and recipient_id = $2 and reason = 'refused' returning address`,
      [companyId, body.address_id],
    )
    if (!rows[0]) {
      const others = await tx.query('select from stopped_address where agency_id = $1 and recipient_id = $2', [
        companyId,
        body.address_id,
      ])
      if (others.rowCount) throw notFound()
      // Somebody else was quicker.
      return
    }
    await recordActivity(tx, call, {
      action: 'setting.addressResumed',
      target: { kind: 'company', id: companyId },
      to: { email: rows[0].address },
    })
  })
  return { result: 'success', message: 'Emails go to this address again.' }
}
