import styles from './bar.module.css'

/** A share drawn as a bar below its figure; hidden from screen readers, which read the figure itself. */
export function Bar({ share, strong = true }: { share: number; strong?: boolean }) {
  return (
    <span className={styles.bar} aria-hidden>
      <span
        className={styles.fill}
        data-strong={strong || undefined}
        style={{ inlineSize: share <= 0 ? 0 : `${Math.min(100, Math.max(2, share * 100))}%` }}
      />
    </span>
  )
}
