import { useId, type ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './titled-part.module.css'

/** A card whose heading names it as a landmark, so that screen readers can navigate between cards. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <Card>
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className={styles.cardHeading}>
          {title}
        </h2>
        {children}
      </section>
    </Card>
  )
}
