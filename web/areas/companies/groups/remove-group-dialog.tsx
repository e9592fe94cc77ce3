import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { listCompanyGroups, removeCompanyGroup, type CompanyGroup } from '#contract/companies/groups.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { notifyDone } from '../../../shells/notify.tsx'

/** Confirms even for an empty group, because its name is lost. */
export function RemoveGroupDialog({ group, onClose }: { group: CompanyGroup; onClose: () => void }) {
  const t = useT()
  const refresh = useRefreshMe()
  return (
    <ConfirmAction
      title={t('Remove {name}?', { name: isolate(group.groupName) })}
      confirmLabel={t('Remove group')}
      operation={removeCompanyGroup}
      input={{ params: { id: group.groupId } }}
      invalidates={[listCompanyGroups, listCompanies, getCampaign]}
      say={(message) => {
        notifyDone(t(message))
        // Without the last group, the profile menu has no filter.
        void refresh()
      }}
      onClose={onClose}
    >
      {t(
        '{count, plural, =0 {It has no clients.} one {Its client and campaigns are kept, without a group.} other {Its # clients and their campaigns are kept, without a group.}}',
        { count: group.clients },
      )}
    </ConfirmAction>
  )
}
