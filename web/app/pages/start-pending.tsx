import { hasShell } from '../drop-shell.ts'
import styles from '../frame/frame.module.css'
import { PagePending } from './page-pending.tsx'

/**
 * The same while it is not known whose frame will surround it: placed where the page will be. If the page's HTML brought the
 * frame's outline, that one stays.
 */
export function StartPending() {
  if (hasShell()) return null
  return (
    <div className={styles.root}>
      <div className={styles.main}>
        <div className={styles.content}>
          <PagePending />
        </div>
      </div>
    </div>
  )
}
