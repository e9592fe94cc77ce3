import type { ReactNode } from 'react'
import styles from './form-dialog.module.css'

/** Buttons at the end of a dialog or form, with the primary one last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>
}
