import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconDevices, IconLock, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { logout } from '#contract/access/session.ts'
import { call } from '../../api/call.ts'
import { forgetWith } from '../../api/tokens.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { Initials } from '../../ui/initials.tsx'
import { leaveToLogin } from '../places.ts'
import { AccountDialog, accountDialogLabels, type AccountDialogName } from './account-dialogs.tsx'
import styles from './profile-menu.module.css'

async function signOut(): Promise<void> {
  await forgetWith(() => call(logout, {}))
  leaveToLogin()
}

const dialogItems: readonly { name: AccountDialogName; icon: typeof IconLock }[] = [
  { name: 'password', icon: IconLock },
  { name: 'twoFactor', icon: IconShieldLock },
  { name: 'sessions', icon: IconDevices },
]

export function ProfileMenu() {
  const t = useT()
  const me = useMe()
  const [dialog, setDialog] = useState<AccountDialogName | null>(null)
  const close = useCallback(() => setDialog(null), [])
  return (
    <>
      <Menu width={250}>
        <Menu.Target>
          <UnstyledButton className={styles.button} aria-label={t('Account of {name}', { name: me.name })}>
            <Initials name={me.name} round />
            <span className={styles.names}>
              <bdi className={styles.name}>{me.name}</bdi>
              <bdi className={styles.company}>{me.companyName}</bdi>
            </span>
            <IconChevronDown size={15} stroke={1.75} className={styles.chevron} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={styles.head}>
            <bdi className={styles.name}>{me.name}</bdi>
            <bdi className={styles.company}>{me.email}</bdi>
            <bdi className={styles.company}>{me.companyName}</bdi>
          </div>
          <Menu.Divider />
          {dialogItems.map(({ name, icon: Icon }) => (
            <Menu.Item key={name} leftSection={<Icon size={17} stroke={1.6} />} onClick={() => setDialog(name)}>
              {t(accountDialogLabels[name])}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={17} stroke={1.6} />} onClick={() => void signOut()}>
            {t('Log out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AccountDialog name={dialog} onClose={close} />
    </>
  )
}
