import { Skeleton, Stack, ActionIcon, Tooltip } from '@mantine/core'
import { IconFolders, IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, useEffect, useRef } from 'react'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { listCompanyGroups, type CompanyGroup, removeCompanyGroup } from '#contract/companies/groups.ts'
import { useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { GroupMembers } from './group-members.tsx'
import { GroupNameForm } from './group-name-form.tsx'
import styles from './groups.module.css'

/** An agency's client groups: add, rename in place, assign clients, remove. */
export function GroupsDialog({ agencyId, onClose }: { agencyId: string; onClose: () => void }) {
  const t = useT()
  const groups = useCall(listCompanyGroups, { query: { companyId: agencyId, userModule: 'LeadsPeek' } })
  const [open, setOpen] = useState<string | null>(null)
  const [groupToRemove, setGroupToRemove] = useState<CompanyGroup | null>(null)
  const [round, setRound] = useState(0)
  const rows = groups.data?.data
  const openNew = (groupId: string): void => {
    setOpen(groupId)
    setRound((count) => count + 1)
  }
  return (
    <Dialog opened onClose={onClose} title={t('Client groups')} size="lg">
      <p className={styles.about}>{t('Use the profile menu to filter every list to one group.')}</p>
      <GroupNameForm key={round} agencyId={agencyId} group={null} onDone={openNew} isNext={round > 0} />
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
              onRemove={() => setGroupToRemove(group)}
            />
          ))}
        </ul>
      )}
      {groupToRemove && <RemoveGroupDialog group={groupToRemove} onClose={() => setGroupToRemove(null)} />}
    </Dialog>
  )
}

/** Confirms even for an empty group, because its name is lost. */
function RemoveGroupDialog({ group, onClose }: { group: CompanyGroup; onClose: () => void }) {
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

type GroupLineProps = { group: CompanyGroup; isOpen: boolean; onToggle: () => void; onRemove: () => void }

/** A group with its number of clients; expands to list them. */
function GroupLine({ group, isOpen, onToggle, onRemove }: GroupLineProps) {
  const t = useT()
  const me = useMe()
  const [isRenaming, setRenaming] = useState(false)
  const name = isolate(group.groupName)
  const stop = (): void => setRenaming(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) renameButton.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])
  return (
    <li className={styles.group}>
      {isRenaming ? (
        <GroupNameForm agencyId={group.companyId} group={group} onDone={stop} onCancel={stop} isNext />
      ) : (
        <div className={styles.head}>
          <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
            <IconChevronDown size={16} stroke={1.75} aria-hidden data-open={isOpen || undefined} />
            <strong>
              <Bdi>{group.groupName}</Bdi>
            </strong>
            <span className={styles.count}>
              {t('{count, plural, =0 {no clients} one {# client} other {# clients}}', { count: group.clients })}
            </span>
          </button>
          <Tooltip label={t('Rename {name}', { name })}>
            <ActionIcon ref={renameButton} aria-label={t('Rename {name}', { name })} onClick={() => setRenaming(true)}>
              <IconPencil size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          {me.may('settings.delete') && (
            <Tooltip label={t('Remove {name}', { name })}>
              <ActionIcon aria-label={t('Remove {name}', { name })} onClick={onRemove}>
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      )}
      {isOpen && !isRenaming && <GroupMembers group={group} />}
    </li>
  )
}
