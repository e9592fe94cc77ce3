import { TagsInput } from '@mantine/core'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { listLeadTags } from '#contract/leads/lead-changes.ts'
import { longestTag, maxTags } from '#contract/leads/lead-task.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { notifyFailed } from '../../../shells/notify.tsx'
import { useLeadChange } from './use-lead-change.ts'

/** The lead's tags, saved as soon as one is added or removed. */
export function TagsField({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const me = useMe()
  const names = useCall(listLeadTags, { params: { companyId: me.companyId, clientId: lead.company_id } })
  const action = useLeadChange(lead)
  const tags = action.isPending ? (action.variables.body?.tags ?? lead.tags) : lead.tags
  return (
    <TagsInput
      label={t('Tags')}
      placeholder={tags.length === 0 ? t('Add tag') : ''}
      data={names.data?.data ?? []}
      value={[...tags]}
      onChange={(next) =>
        action.mutate(
          { params: { id: lead.id }, body: { tags: next.map((tag) => tag.slice(0, longestTag)) } },
          { onError: ({ message }) => notifyFailed(message) },
        )
      }
      maxTags={maxTags}
      splitChars={[',']}
      disabled={action.isPending}
    />
  )
}
