import { sentences } from '#contract/core/sentences.ts'
import type { changeDeveloperLead, DeveloperLeadWork } from '#contract/leads/developer-lead-work.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { erasedFailure, recordChange } from './change-lead.ts'
import { changeLeads, type LeadState } from './change-leads.ts'
import { spellTags } from './lead-tags.ts'
import { assertAssignable } from './list-assignees.ts'
import { assertStatus } from './set-status.ts'
import { addNote } from './write-notes.ts'

/** An agency's software works a lead as its people do; the history says that software did. */
export const handleChangeDeveloperLead: Handler<typeof changeDeveloperLead> = async ({ params, body }, call) => {
  const { agencyId, clientId } = call.object!
  return call.inScope(async (tx) => {
    if (body.status !== undefined) await assertStatus(tx, agencyId!, body.status)
    const assigneeId = await readAssignee(tx, agencyId!, body)
    if (assigneeId) await assertAssignable(tx, agencyId!, [clientId!], assigneeId)
    const tags = body.tags && (await spellTags(tx, agencyId!, clientId!, body.tags))
    const [change] = await changeLeads(tx, call, [params.id], (lead): Partial<LeadState> => {
      if (lead.isErased && tags?.length) throw erasedFailure()
      return {
        ...(body.status !== undefined && { status: body.status }),
        ...(assigneeId !== undefined && { assigneeId }),
        ...(body.value_cents !== undefined && { value_cents: body.value_cents }),
        ...(tags && { tags }),
      }
    })
    if (change) await recordChange(tx, call, change)
    const note_id = body.note === undefined ? null : await addNote(tx, call, params.id, body.note)
    return { ...(await readWork(tx, agencyId!, params.id)), note_id }
  })
}

/** A person's id, null for nobody, undefined if the call says nothing of them. */
async function readAssignee(
  tx: Tx,
  agencyId: string,
  { assignee_id, assignee_email }: { assignee_id?: string | null | undefined; assignee_email?: string | undefined },
): Promise<string | null | undefined> {
  if (assignee_email === undefined) return assignee_id
  if (assignee_id !== undefined) throw invalid('assignee_email', 'Send either an ID or an email address.')
  const { rows } = await tx.query<{ id: string }>(
    'select id from app_user where agency_id = $1 and email = $2 and removed_at is null',
    [agencyId, assignee_email.toLowerCase()],
  )
  if (!rows[0]) throw invalid('assignee_email', sentences.choice)
  return rows[0].id
}

async function readWork(tx: Tx, agencyId: string, id: string): Promise<Omit<DeveloperLeadWork, 'note_id'>> {
  const { rows } = await tx.query<Omit<DeveloperLeadWork, 'note_id'>>(
    'select id, client_id, status, assignee_id, value_cents, tags from lead where agency_id = $1 and id = $2',
    [agencyId, id],
  )
  return rows[0]!
}
