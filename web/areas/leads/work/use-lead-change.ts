import { useEffect, useRef } from 'react'
import type { BodyOf } from '#contract/core/operation.ts'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { changeLead, listLeadTags } from '#contract/leads/lead-changes.ts'
import { listLeadEntries } from '#contract/leads/lead-work.ts'
import { getLead, listLeads } from '#contract/leads/leads.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { notify, notifyDone, notifyFailed } from '../../../shells/notify.tsx'

/** What shows a lead's work, and is read again after a change. */
export const shownWork = [getLead, listLeads, listLeadEntries, listLeadTags]

type Change = BodyOf<typeof changeLead>

/** The change that leads back to what a lead was. */
const wayBack = ({ assignee, next_action, value_cents, tags }: LeadDetail, change: Change): Change => ({
  ...(change.assignee_id !== undefined && { assignee_id: assignee?.id ?? null }),
  ...(change.next_action !== undefined && { next_action }),
  ...(change.value_cents !== undefined && { value_cents }),
  ...(change.tags !== undefined && { tags: [...tags] }),
})

/** A lead in a sentence. */
export const leadInText = (lead: Pick<LeadDetail, 'first_name' | 'last_name'>, t: Translate): string =>
  isolate(`${lead.first_name} ${lead.last_name}`.trim() || t('Unnamed'))

/** A notice of success with a way back. */
export const notifyWithUndo = (message: string, t: Translate, act: () => void): void =>
  void notify('success', message, { action: { label: t('Undo'), act } })

/** The lead as it was before the change that is being saved, if one is. */
export function useBefore(lead: LeadDetail, isPending: boolean): () => LeadDetail {
  const before = useRef(lead)
  useEffect(() => {
    if (!isPending) before.current = lead
  })
  return () => before.current
}

/** Leads back to what a lead was. */
export function useWayBack({ id }: Pick<LeadDetail, 'id'>): (change: Change) => void {
  const t = useT()
  const { mutate } = useAction(changeLead, {
    invalidates: shownWork,
    onDone: () => notifyDone(t('The change was undone.')),
  })
  return (body) => mutate({ params: { id }, body }, { onError: ({ message }) => notifyFailed(message) })
}

/** Changes one lead, and says which, with a way back. */
export function useLeadChange(lead: LeadDetail) {
  const t = useT()
  const goBack = useWayBack(lead)
  const action = useAction(changeLead, {
    invalidates: shownWork,
    onDone: (_answer, { body }) => {
      const back = wayBack(before(), body ?? {})
      notifyWithUndo(t('{lead} was changed.', { lead: leadInText(lead, t) }), t, () => goBack(back))
    },
  })
  const before = useBefore(lead, action.isPending)
  return action
}
