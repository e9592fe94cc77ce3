import styles from './column-sample.module.css'

/** A column of somebody's file: its heading, and what stands in its first rows. */
export function ColumnSample({ heading, values }: { heading: string; values: readonly string[] }) {
  return (
    <div className={styles.root}>
      <span className={styles.heading}>
        <bdi>{heading}</bdi>
      </span>
      {values.map((value, row) => (
        <span key={row} className={styles.value}>
          <bdi>{value || '—'}</bdi>
        </span>
      ))}
    </div>
  )
}
