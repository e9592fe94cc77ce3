import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { CompanyGroup } from '#contract/companies/groups.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { Bdi } from '../../../ui/bdi.tsx'
import { GroupMembers } from './group-members.tsx'
import { GroupNameForm } from './group-name-form.tsx'
import styles from './groups.module.css'

type GroupLineProps = { group: CompanyGroup; isOpen: boolean; onToggle: () => void; onRemove: () => void }

/** A group with its number of clients; expands to list them. */
export function GroupLine({ group, isOpen, onToggle, onRemove }: GroupLineProps) {
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
