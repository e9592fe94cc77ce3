import { changeLead, listLeadTags } from '#contract/leads/lead-changes.ts'
import { listLeadEntries } from '#contract/leads/lead-work.ts'
import { getLead, listLeads } from '#contract/leads/leads.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { notifyDone } from '../../../shells/notify.tsx'

/** What shows a lead's work, and is read again after a change. */
export const shownWork = [getLead, listLeads, listLeadEntries, listLeadTags]

/** Changes one lead and says so. */
export function useLeadChange() {
  const t = useT()
  return useAction(changeLead, { invalidates: shownWork, onDone: ({ message }) => notifyDone(t(message)) })
}
