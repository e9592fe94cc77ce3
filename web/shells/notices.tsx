import { useDirection } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import styles from './notify.module.css'
import { noticeStays_ms } from './notice.ts'

/** Further notices wait in a queue, because a taller stack would cover the page. */
const maxShown = 2

/** Notices appear below the menu, where pages have no buttons. */
export function Notices() {
  const { dir } = useDirection()
  return (
    <Notifications
      position={dir === 'rtl' ? 'bottom-right' : 'bottom-left'}
      autoClose={noticeStays_ms}
      limit={maxShown}
      className={styles.corner}
    />
  )
}
