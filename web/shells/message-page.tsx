import { use, type ReactNode } from 'react'
import { MeContext } from '../session/me.ts'
import styles from './message-page.module.css'

/** A page that has only something to say. The frame brings the main landmark; outside of it the page is its own. */
export function MessagePage({ children, alert = false }: { children: ReactNode; alert?: boolean }) {
  const Landmark = use(MeContext) ? 'div' : 'main'
  return (
    <Landmark className={styles.root}>
      <div className={styles.words} role={alert ? 'alert' : undefined}>
        {children}
      </div>
    </Landmark>
  )
}
