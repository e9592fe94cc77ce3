import { hasShell } from '../drop-shell.ts'
import styles from '../frame/frame.module.css'
import { PagePending } from './page-pending.tsx'

/**
 * The same where nobody knows yet whose frame comes around it: it stands where the page will. Where the page's HTML brought the
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
