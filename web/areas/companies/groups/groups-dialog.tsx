import { Skeleton, Stack } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { useState } from 'react'
import { listCompanyGroups, type CompanyGroup } from '#contract/companies/groups.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { GroupLine } from './group-line.tsx'
import { GroupNameForm } from './group-name-form.tsx'
import styles from './groups.module.css'
import { RemoveGroupDialog } from './remove-group-dialog.tsx'

/** An agency's client groups: add, rename in place, assign clients, remove. */
export function GroupsDialog({ agencyId, onClose }: { agencyId: string; onClose: () => void }) {
  const t = useT()
  const groups = useCall(listCompanyGroups, { query: { companyId: agencyId, userModule: 'LeadsPeek' } })
  const [open, setOpen] = useState<string | null>(null)
  const [removed, setRemoved] = useState<CompanyGroup | null>(null)
  const [made, setMade] = useState(0)
  const rows = groups.data?.data
  const openNew = (groupId: string): void => {
    setOpen(groupId)
    setMade((count) => count + 1)
  }
  return (
    <Dialog opened onClose={onClose} title={t('Client groups')} size="lg">
      <p className={styles.about}>{t('Use the profile menu to filter every list to one group.')}</p>
      <GroupNameForm key={made} agencyId={agencyId} group={null} onDone={openNew} isNext={made > 0} />
      {groups.error && !rows && <FailureNote failure={groups.error} onRetry={groups.refetch} />}
      {!rows && !groups.error && (
        <Stack gap="xs" mt="md">
          <Skeleton height={44} radius="md" />
          <Skeleton height={44} radius="md" />
        </Stack>
      )}
      {rows?.length === 0 && (
        <EmptyState
          icon={<IconFolders size={22} stroke={1.6} />}
          title={t('No groups yet')}
          hint={t('Name your first group above, then add clients to it.')}
        />
      )}
      {rows && rows.length > 0 && (
        <ul className={styles.list} aria-label={t('Client groups')}>
          {rows.map((group) => (
            <GroupLine
              key={group.groupId}
              group={group}
              isOpen={open === group.groupId}
              onToggle={() => setOpen((now) => (now === group.groupId ? null : group.groupId))}
              onRemove={() => setRemoved(group)}
            />
          ))}
        </ul>
      )}
      {removed && <RemoveGroupDialog group={removed} onClose={() => setRemoved(null)} />}
    </Dialog>
  )
}
