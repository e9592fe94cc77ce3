import { Menu } from '@mantine/core'
import { useEffect } from 'react'
import { accountItemsOf } from '#contract/guards/menus.ts'
import { listCompanyGroups } from '#contract/companies/groups.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { selectedGroup, selectGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './profile-menu.module.css'

const hasGroups = (items: readonly string[]): boolean => items.includes('groups')

/** Filters every list by one group of clients (R058). */
export function GroupMenu() {
  const t = useT()
  const me = useMe()
  const isOffered = hasGroups(accountItemsOf(me.access))
  const query = { companyId: me.companyId, userModule: 'LeadsPeek' as const }
  const { data } = useCall(listCompanyGroups, { query }, { enabled: isOffered })
  const groupId = selectedGroup(me)
  const isGone = data !== undefined && groupId !== 'all' && !data.data.some((one) => one.groupId === groupId)
  useEffect(() => {
    if (isGone) selectGroup(me, 'all')
  }, [isGone, me])
  if (!isOffered || !data) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label id="group-label">{t('Client group')}</Menu.Label>
      <div className={styles.groups}>
        <Menu.RadioGroup
          value={groupId}
          onChange={(group) => selectGroup(me, String(group))}
          aria-labelledby="group-label"
        >
          <Menu.RadioItem value="all">{t('View All')}</Menu.RadioItem>
          {data.data.map(({ groupId, groupName }) => (
            <Menu.RadioItem key={groupId} value={groupId}>
              <Bdi>{groupName}</Bdi>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
    </>
  )
}
