import { Menu } from '@mantine/core'
import { IconExternalLink, IconLifebuoy, IconLogout, IconMailQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useEffect } from 'react'
import { listCompanyGroups } from '#contract/companies/groups.ts'
import { accountItemsOf } from '#contract/guards/menus.ts'
import { useCall } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { selectedGroup, selectGroup } from '../../session/group.ts'
import { useMe, type Me } from '../../session/me.ts'
import type { AccountMenuProps } from '../../start/lazy/lazy-parts.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { AccountButton } from './account-button.tsx'
import type { AccountDialogName } from './account-dialog-names.ts'
import { shownItemsOf, type ShownItem } from './account-items.ts'
import styles from './profile-menu.module.css'
import { signOut } from './sign-out.ts'

const hasGroups = (items: readonly string[]): boolean => items.includes('groups')

/** Filters every list by one group of clients (R058). */
function GroupMenu() {
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

/** The profile dropdown (D1 2.4). */
export function AccountMenu({ onOpen, opened, focused }: AccountMenuProps) {
  const t = useT()
  const me = useMe()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (focused) button.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <Menu width={250} withinPortal={false} defaultOpened={opened}>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.head}>
          <bdi className={styles.name}>{me.name}</bdi>
          <bdi className={styles.company}>{me.email}</bdi>
          <bdi className={styles.company}>{me.companyName}</bdi>
        </div>
        <Menu.Divider />
        {shownItemsOf(me).map((item) => (
          <Item key={item.label} item={item} onOpen={onOpen} />
        ))}
        <SupportItem me={me} />
        {me.supportContact && <ContactItem contact={me.supportContact} />}
        <GroupMenu />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={17} stroke={1.6} />} onClick={() => void signOut()}>
          {t('Log out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ item, onOpen }: { item: ShownItem; onOpen: (dialog: AccountDialogName) => void }) {
  const t = useT()
  const { icon: Icon, label } = item
  const sign = <Icon size={17} stroke={1.6} />
  if ('to' in item)
    return (
      <Menu.Item leftSection={sign} component={Link} to={item.to}>
        {t(label)}
      </Menu.Item>
    )
  return (
    <Menu.Item leftSection={sign} onClick={() => onOpen(item.dialog)}>
      {t(label)}
    </Menu.Item>
  )
}

/** The provider's support tickets, in a new tab (R057). */
function SupportItem({ me }: { me: Me }) {
  const t = useT()
  if (!me.supportUrl || !accountItemsOf(me.access).includes('support')) return null
  return (
    <Menu.Item
      leftSection={<IconLifebuoy size={17} stroke={1.6} />}
      rightSection={<IconExternalLink size={15} stroke={1.6} />}
      component="a"
      href={me.supportUrl}
      target="_blank"
      rel="noopener noreferrer"
    >
      {t('Support')}
    </Menu.Item>
  )
}

/** The support contact at the parent company. */
function ContactItem({ contact }: { contact: NonNullable<Me['supportContact']> }) {
  const t = useT()
  return (
    <Menu.Item
      leftSection={<IconMailQuestion size={17} stroke={1.6} />}
      component="a"
      href={`mailto:${encodeURIComponent(contact.email)}`}
    >
      <span className={styles.contact}>
        {t('Ask {name}', { name: isolate(contact.name) })}
        <bdi className={styles.company}>{contact.email}</bdi>
      </span>
    </Menu.Item>
  )
}
