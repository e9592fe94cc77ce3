import { hasShell } from '../../start/remove-shell.ts'
import styles from '../frame/frame.module.css'
import { PagePending } from './page-pending.tsx'

/**
 * Page skeleton shown before the signed-in user is known, in the same position as the page. Renders nothing while the
 * prerendered frame is still in place.
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
