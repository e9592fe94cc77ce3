import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { OwnPortrait } from '../../areas/people/profile/own-portrait.tsx'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import styles from './profile-menu.module.css'

/** Shows the signed-in user; opens the profile dropdown. */
export function AccountButton(props: ComponentProps<'button'>) {
  const t = useT()
  const me = useMe()
  return (
    <UnstyledButton
      {...props}
      className={styles.button}
      aria-label={t('Account of {name}', { name: me.name })}
      data-tour="account"
    >
      <OwnPortrait />
      <span className={styles.names}>
        <bdi className={styles.name}>{me.name}</bdi>
        <bdi className={styles.company}>{me.companyName}</bdi>
      </span>
      <IconChevronDown size={15} stroke={1.75} className={styles.chevron} aria-hidden />
    </UnstyledButton>
  )
}
