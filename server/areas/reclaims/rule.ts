import { sentences } from '#contract/core/sentences.ts'
import type { readShareRule as readOperation, saveShareRule as saveOperation } from '#contract/reclaims/rule.ts'
import { assertFormUnchanged, formVersionOf, type FormFields } from '#server/areas/activity/form-version.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { readShareRule, saveShareRule, type ShareRule } from '#server/areas/allowances/rule.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** The agency of a call, or the operator for all that have no rule of their own. Clients get nothing of the operator's share. */
function placeOf({ object }: SignedInCall): { rootId: string; companyId: string } {
  if (!object || object.clientId !== null) throw invalid('companyId', sentences.companiesOnly)
  return { rootId: object.rootId, companyId: object.agencyId ?? object.rootId }
}

const fieldsOf = (rule: ShareRule, followsDefault: boolean): FormFields => ({
  ...rule,
  follows_default: followsDefault,
})

export const handleReadRule: Handler<typeof readOperation> = async (_input, call) => {
  const { rootId, companyId } = placeOf(call)
  const { rule, followsDefault, isUsual } = await call.inScope((tx) => readShareRule(tx, rootId, companyId))
  const version = formVersionOf(call.platform, fieldsOf(rule, followsDefault))
  return { result: 'success', data: { ...rule, follows_default: followsDefault, is_usual: isUsual, version } }
}

export const handleSaveRule: Handler<typeof saveOperation> = async ({ body }, call) => {
  const { rootId, companyId } = placeOf(call)
  const drops = body.follows_default
  if (drops && companyId === rootId) throw invalid('follows_default', 'Choose an agency.')
  const after = await call.inScope(async (tx) => {
    // Two concurrent saves of a first rule have no row to lock.
    await tx.query('select from company where id = $1 for no key update', [companyId])
    const before = await readShareRule(tx, rootId, companyId)
    await assertFormUnchanged(tx, call.platform, body.version, {
      bookId: companyId,
      targetId: companyId,
      actions: ['billing.shareRuleSet'],
      fields: fieldsOf(before.rule, before.followsDefault),
    })
    const { is_limited, share_percent, within_days } = body
    await saveShareRule(tx, rootId, companyId, drops ? null : { is_limited, share_percent, within_days })
    const after = await readShareRule(tx, rootId, companyId)
    await recordActivity(tx, call, {
      action: 'billing.shareRuleSet',
      target: { kind: 'company', id: companyId },
      from: fieldsOf(before.rule, before.followsDefault),
      to: fieldsOf(after.rule, after.followsDefault),
    })
    return after
  })
  const version = formVersionOf(call.platform, fieldsOf(after.rule, after.followsDefault))
  return { result: 'success', message: 'Your settings have been saved.', version }
}
