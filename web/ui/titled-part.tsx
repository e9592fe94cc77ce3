import { useId, type ReactNode } from 'react'
import styles from './titled-part.module.css'

/** A page section without a card, whose heading names it as a landmark, with an action for the whole section. */
export function TitledPart({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles.part}>
      <div className={styles.bar}>
        <h2 id={headingId} className={styles.heading}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
