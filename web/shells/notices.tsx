import { useDirection } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import styles from './notices.module.css'
import { noticeStays_ms } from './notice.ts'

/** More than these wait for their turn: a stack of them would lie over the page. */
const mostShown = 2

/** Notices appear below the menu, where no page has its actions. */
export function Notices() {
  const { dir } = useDirection()
  return (
    <Notifications
      position={dir === 'rtl' ? 'bottom-right' : 'bottom-left'}
      autoClose={noticeStays_ms}
      limit={mostShown}
      className={styles.root}
    />
  )
}
