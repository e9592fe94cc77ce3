import type { LeadRow } from '#contract/leads/lead.ts'
import { isolate } from '../../../i18n/isolate.ts'
import type { Translate } from '../../../i18n/texts.tsx'

/** Somebody who may be hidden or have lost access since. */
export function assigneeText({ assignee }: Pick<LeadRow, 'assignee'>, t: Translate): string {
  if (!assignee) return ''
  const name = assignee.name ?? t('Your agency')
  return assignee.is_former ? t('{name} (former)', { name: isolate(name) }) : name
}
