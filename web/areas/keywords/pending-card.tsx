import { Progress } from '@mantine/core'
import type { KeywordCount } from '#contract/keywords/counts.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './keywords.module.css'
import { keywordLine } from './words.ts'

/** Counts in progress, each with its position in the agency's queue (R211). */
export function PendingCard({ counts }: { counts: readonly KeywordCount[] }) {
  const t = useT()
  const format = useFormat()
  if (counts.length === 0) return null
  return (
    <TitledCard title={t('In progress')}>
      <p className={styles.about} role="status">
        {t(
          'Our servers are experiencing heavy usage at this time. Your results may be delayed by more than one hour. You will receive an email when the process is complete.',
        )}
      </p>
      <ul className={styles.lines}>
        {counts.map((count) => (
          <li key={count.id}>
            <div className={styles.line}>
              <bdi className={styles.keywords}>{keywordLine(count.keyword)}</bdi>
              <span className={styles.muted}>
                {count.queue_place === 1 || count.queue_place === null
                  ? t('Next in queue')
                  : t('Place {place} in the queue', { place: format.number(count.queue_place) })}
              </span>
            </div>
            <Progress value={count.progress} aria-label={keywordLine(count.keyword)} />
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
