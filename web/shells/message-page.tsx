import { use, type ReactNode } from 'react'
import { MeContext } from '../session/me.ts'
import styles from './message-page.module.css'

/** A page with only a message. Inside the frame, the frame has the main landmark; outside, this page is it. */
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
