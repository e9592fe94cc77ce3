import type { BodyOf } from '#contract/core/operation.ts'
import type { changeLead, finishLeadAction } from '#contract/leads/lead-changes.ts'
import { recordActivity, type ActivityBy } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { changeLeads, type ChangedLead, type LeadState } from './change-leads.ts'
import { spellTags } from './lead-tags.ts'
import { assertAssignable } from './list-assignees.ts'

export const handleChangeLead: Handler<typeof changeLead> = async ({ params, body }, call) => {
  await call.inScope(async (tx) => {
    if (body.assignee_id) await assertAssignableTo(tx, call, body.assignee_id)
    const { agencyId, clientId } = call.object!
    const tags = body.tags && (await spellTags(tx, agencyId!, clientId!, body.tags))
    const [change] = await changeLeads(tx, call, [params.id], ({ isErased, assigneeId }) => {
      if (isErased && (body.next_action || tags?.length)) throw erasedFailure()
      // Whoever plans something for a lead that nobody works takes it on, so that somebody is reminded.
      const taker = body.next_action && assigneeId === null ? { assigneeId: call.caller.userId } : {}
      return { ...taker, ...stateOf(body), ...(tags && { tags }) }
    })
    if (change) await recordChange(tx, call, change)
  })
  return { result: 'success', message: 'The lead was changed.' }
}

/** Marks the next action as done. If there is none, somebody else was faster, and nothing is left to do. */
export const handleFinishAction: Handler<typeof finishLeadAction> = async ({ params }, call) => {
  await call.inScope(async (tx) => {
    const [change] = await changeLeads(tx, call, [params.id], () => noAction, true)
    if (change) await recordChange(tx, call, change)
  })
  return { result: 'success', message: 'The next action is done.' }
}

const noAction = { nextAction: '', nextActionDate: null }

const stateOf = ({ assignee_id, next_action, value_cents }: BodyOf<typeof changeLead>): Partial<LeadState> => ({
  ...(assignee_id !== undefined && { assigneeId: assignee_id }),
  ...(value_cents !== undefined && { value_cents }),
  ...(next_action === null && noAction),
  ...(next_action && { nextAction: next_action.text, nextActionDate: next_action.date }),
})

const assertAssignableTo = (tx: Tx, call: SignedInCall, personId: string): Promise<void> =>
  assertAssignable(tx, call.object!.agencyId!, [call.object!.clientId!], personId)

export const erasedFailure = (): Failure =>
  new Failure('conflict', { message: 'The personal data of this lead was erased, so it takes no more notes.' })

/** The log says when something is to be done and how many tags there are, never which: that is about a person, and the log cannot be erased. */
export async function recordChange(tx: Tx, by: ActivityBy, { lead, next }: ChangedLead): Promise<void> {
  const from: Record<string, string | number | null> = {}
  const to: Record<string, string | number | null> = {}
  const compare = (name: string, before: string | number | null, after: string | number | null): void => {
    if (before !== after) [from[name], to[name]] = [before, after]
  }
  compare('status', lead.status, next.status)
  compare('assignee_id', lead.assigneeId, next.assigneeId)
  compare('value_cents', lead.value_cents, next.value_cents)
  compare('next_action_date', lead.nextActionDate, next.nextActionDate)
  compare('tags', lead.tags.length, next.tags.length)
  await recordActivity(tx, by, { action: 'lead.leadChanged', target: { kind: 'lead', id: lead.id }, from, to })
}
