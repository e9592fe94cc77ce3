import { readAccess } from '#contract/people/user.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { listCompanyGroups, removeCompanyGroup, type CompanyGroup } from '#contract/companies/groups.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { notifyDone } from '../../../shells/notify.tsx'

/** Asked even of an empty group: its name is gone with it. */
export function RemoveGroupDialog({ group, onClose }: { group: CompanyGroup; onClose: () => void }) {
  const t = useT()
  const remove = useAction(removeCompanyGroup, {
    invalidates: [listCompanyGroups, listCompanies, getCampaign, readAccess],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Remove {name}?', { name: isolate(group.groupName) })}
      confirmLabel={t('Remove group')}
      danger
      onConfirm={() => remove.mutate({ params: { id: group.groupId } })}
      submitting={remove.isPending}
      submitError={remove.error}
    >
      {t(
        '{count, plural, =0 {No client is in it.} one {Its client stays with its campaigns, in no group.} other {Its # clients stay with their campaigns, in no group.}}',
        { count: group.clients },
      )}
    </ConfirmDialog>
  )
}
