import styles from './figures.module.css'

/** A share drawn under its figure: for eyes only. */
export function Bar({ share }: { share: number }) {
  return (
    <span className={styles.bar} aria-hidden>
      <span className={styles.fill} style={{ inlineSize: `${Math.max(2, share * 100)}%` }} />
    </span>
  )
}
