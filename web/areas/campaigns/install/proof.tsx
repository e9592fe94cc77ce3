import type { ReactNode } from 'react'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import styles from './install.module.css'

type ProofProps = {
  title: string
  tone: Tone
  /** The result in one or two words. */
  state: string
  pulse?: boolean
  /** Explains the result, with its date. */
  children: ReactNode
  action?: ReactNode
}

/** One of the two installation checks; screen readers announce a changed result. */
export function Proof({ title, tone, state, pulse, children, action }: ProofProps) {
  return (
    <div className={styles.proof}>
      <div className={styles.proofHead}>
        <h3>{title}</h3>
        <StatusBadge tone={tone} pulse={pulse}>
          {state}
        </StatusBadge>
      </div>
      <div className={styles.proofText} role="status">
        {children}
      </div>
      {action && <div className={styles.proofAction}>{action}</div>}
    </div>
  )
}
