import styles from './column-sample.module.css'

/** A column of somebody's file: its heading, and what stands in its first rows. */
export function ColumnSample({ heading, values }: { heading: string; values: readonly string[] }) {
  return (
    <div className={styles.root}>
      <bdi className={styles.heading}>{heading}</bdi>
      {values.map((value, row) => (
        <bdi key={row} className={styles.value}>
          {value || '—'}
        </bdi>
      ))}
    </div>
  )
}
