import styles from './wide-table.module.css'

/** A column of an uploaded file: its heading and the values of its first rows. */
export function ColumnSample({ heading, values }: { heading: string; values: readonly string[] }) {
  return (
    <div className={styles.sample}>
      <span className={styles.sampleHeading}>
        <bdi>{heading}</bdi>
      </span>
      {values.map((value, row) => (
        <span key={row} className={styles.sampleValue}>
          <bdi>{value || '—'}</bdi>
        </span>
      ))}
    </div>
  )
}
