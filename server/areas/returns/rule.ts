import { sentences } from '#contract/core/sentences.ts'
import { usualRule, type readReturnRule, type saveReturnRule } from '#contract/returns/returns.ts'
import { assertFormUnchanged, formVersionOf, type FormFields } from '#server/areas/activity/form-version.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'

export interface ReturnRule {
  window_days: number
  share_percent: number
  accepts_itself: boolean
}

/** The return rule for a client's leads: its own, else its agency's, else the default. */
export async function readRule(
  tx: Tx,
  agencyId: string,
  clientId: string | null,
): Promise<{ rule: ReturnRule; followsAgency: boolean }> {
  const { rows } = await tx.query<ReturnRule & { company_id: string }>(
    `select company_id, window_days, share_percent, accepts_itself from return_rule
      where agency_id = $1 and company_id = any($2::uuid[]) order by company_id = $1 limit 1`,
    [agencyId, [agencyId, ...(clientId === null ? [] : [clientId])]],
  )
  const storedRule = rows[0]
  return { rule: storedRule ?? usualRule, followsAgency: clientId !== null && storedRule?.company_id !== clientId }
}

interface Place {
  rootId: string
  agencyId: string
  clientId: string | null
}

function placeOf({ object }: SignedInCall): Place {
  if (!object?.agencyId) throw invalid('companyId', sentences.companiesOnly)
  return { rootId: object.rootId, agencyId: object.agencyId, clientId: object.clientId }
}

const present = (rule: ReturnRule, followsAgency: boolean) => ({
  window_days: rule.window_days,
  share_percent: rule.share_percent,
  accepts_itself: rule.accepts_itself,
  follows_agency: followsAgency,
})

export const handleReadRule: Handler<typeof readReturnRule> = async (_input, call) => {
  const { agencyId, clientId } = placeOf(call)
  const { rule, followsAgency } = await call.inScope((tx) => readRule(tx, agencyId, clientId))
  const version = formVersionOf(call.platform, ruleFields(rule, followsAgency))
  return { result: 'success', data: { ...present(rule, followsAgency), version } }
}

/** The form's saved values. A client that follows its agency has none to overwrite, so the default stands in. */
const ruleFields = (rule: ReturnRule, followsAgency: boolean): FormFields => ({
  ...present(followsAgency ? usualRule : rule, followsAgency),
})

export const handleSaveRule: Handler<typeof saveReturnRule> = async ({ body }, call) => {
  const { rootId, agencyId, clientId } = placeOf(call)
  const companyId = clientId ?? agencyId
  const drops = body.follows_agency
  if (drops && clientId === null) throw invalid('follows_agency', 'Choose a client.')
  const after = await call.inScope(async (tx) => {
    await tx.query('select from company where id = $1 for no key update', [companyId])
    const before = await readRule(tx, agencyId, clientId)
    await assertFormUnchanged(tx, call.platform, body.version, {
      bookId: agencyId,
      targetId: companyId,
      actions: ['billing.returnRuleSet'],
      fields: ruleFields(before.rule, before.followsAgency),
    })
    if (drops) await tx.query('delete from return_rule where agency_id = $1 and company_id = $2', [agencyId, companyId])
    else
      await tx.query(
        `insert into return_rule (agency_id, company_id, root_id, window_days, share_percent, accepts_itself)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (agency_id, company_id) do update set window_days = excluded.window_days,
           share_percent = excluded.share_percent, accepts_itself = excluded.accepts_itself`,
        [agencyId, companyId, rootId, body.window_days, body.share_percent, body.accepts_itself],
      )
    const after = await readRule(tx, agencyId, clientId)
    await recordActivity(tx, call, {
      action: 'billing.returnRuleSet',
      target: { kind: 'company', id: companyId },
      from: present(before.rule, before.followsAgency),
      to: present(after.rule, after.followsAgency),
    })
    return after
  })
  const version = formVersionOf(call.platform, ruleFields(after.rule, after.followsAgency))
  return { result: 'success', message: 'Your settings have been saved.', version }
}
