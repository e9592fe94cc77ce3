import styles from './column-sample.module.css'

/** A column of an uploaded file: its heading and the values of its first rows. */
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
