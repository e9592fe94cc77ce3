import { defaultGraceDays, type saveExclusionRule } from '#contract/exclusions/lists.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** For how many days after capture an excluded lead is credited, set by the operator. */
export async function readGraceDays(tx: Tx, rootId: string): Promise<number> {
  const { rows } = await tx.query<{ grace_days: number }>('select grace_days from exclusion_rule where root_id = $1', [
    rootId,
  ])
  return rows[0]?.grace_days ?? defaultGraceDays
}

export const handleSaveRule: Handler<typeof saveExclusionRule> = ({ body }, call) =>
  call.inScope(async (tx) => {
    const { rootId } = call.caller
    const before = await readGraceDays(tx, rootId)
    await tx.query(
      `insert into exclusion_rule (root_id, grace_days) values ($1, $2)
       on conflict (root_id) do update set grace_days = excluded.grace_days`,
      [rootId, body.grace_days],
    )
    await recordActivity(tx, call, {
      action: 'data.exclusionRuleSet',
      target: { kind: 'company', id: rootId },
      from: { grace_days: before },
      to: { grace_days: body.grace_days },
    })
    return { result: 'success', message: 'Your settings have been saved.' }
  })
