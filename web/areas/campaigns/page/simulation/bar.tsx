import styles from './simulation.module.css'

/** A share drawn under its figure: for eyes only. */
export function Bar({ share, strong }: { share: number; strong: boolean }) {
  return (
    <span className={styles.bar} aria-hidden>
      <span
        className={styles.fill}
        data-strong={strong || undefined}
        style={{ inlineSize: share === 0 ? 0 : `${Math.max(2, share * 100)}%` }}
      />
    </span>
  )
}
