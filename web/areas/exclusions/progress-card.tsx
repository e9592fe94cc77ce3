import { Progress } from '@mantine/core'
import type { ExclusionJob } from '#contract/exclusions/lists.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './exclusions.module.css'

/** Uploads being processed, with the progress that their jobs report. */
export function ProgressCard({ jobs }: { jobs: readonly ExclusionJob[] }) {
  const t = useT()
  const format = useFormat()
  if (jobs.length === 0) return null
  return (
    <TitledCard title={t('In progress')}>
      <ul className={styles.lines}>
        {jobs.map((job) => (
          <li key={job.id} className={styles.job}>
            <div className={styles.jobHead}>
              <bdi className={styles.name}>{job.filename}</bdi>
              <span className={styles.muted}>
                {t('{done} of {total} rows', {
                  done: format.number(job.current_row),
                  total: format.number(job.total_row),
                })}
              </span>
            </div>
            <Progress value={job.percentage} aria-label={job.filename} />
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
