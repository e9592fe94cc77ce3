import { useEffect, type ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import styles from './section.module.css'

type SectionProps = { id?: string; title: string; description?: ReactNode; action?: ReactNode; children: ReactNode }

/** A section of a page about one thing. Links can target its `id`. */
export function Section({ id, title, description, action, children }: SectionProps) {
  // Sections render after the campaign has loaded, too late for the router's own scrolling to the hash.
  useEffect(() => {
    if (id && location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [id])
  return (
    <Card>
      <section id={id} className={styles.root} aria-label={title}>
        <header className={styles.head}>
          <div className={styles.words}>
            <h2>{title}</h2>
            {description && <p>{description}</p>}
          </div>
          {action}
        </header>
        {children}
      </section>
    </Card>
  )
}
