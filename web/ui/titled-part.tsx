import { useId, type ReactNode } from 'react'
import styles from './titled-part.module.css'

/** A part of a page without a card, with a heading that names it as a landmark and whatever can be done about all of it. */
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
