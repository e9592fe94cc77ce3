import type { undoConversion as operation } from '#contract/leads/conversions.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/**
 * Undoes a person's conversion: unmarks its lead, and lets the person become a lead again. The person is identified by any of
 * their visits to the campaign's site. Visits are not changed.
 */
export const handleUndoConversion: Handler<typeof operation> = async ({ body }, call) => {
  const { agencyId } = call.object!
  await call.inScope(async (tx) => {
    const visit = await tx.query<{ personId: number | null }>(
      'select person_id as "personId" from visit where agency_id = $1 and id = $2 and campaign_id = $3',
      [agencyId, body.visit_id, body.campaignId],
    )
    if (!visit.rows[0]) throw notFound()
    const of = [agencyId, body.campaignId, visit.rows[0].personId]
    const { rowCount } = await tx.query(
      'delete from conversion where agency_id = $1 and campaign_id = $2 and person_id = $3',
      of,
    )
    if (!rowCount) throw new Failure('conflict', { message: 'There is no conversion of this person to undo.' })
    await tx.query(
      `update lead set converted_at = null, conversion_value_cents = null
        where agency_id = $1 and campaign_id = $2 and person_id = $3 and converted_at is not null`,
      of,
    )
  })
  return { result: 'success', message: 'The conversion was undone.' }
}
