import { Skeleton } from '@mantine/core'
import type { LeadDetail, VisitRow } from '#contract/leads/lead.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { Timeline, type TimelineEntry } from '../../shells/timeline.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './lead-body.module.css'
import { UndoConversion } from './undo-conversion.tsx'
import { isConversion, noVisits, wordsOfVisit } from './words.ts'

const entryOf = (visit: VisitRow, lead: LeadDetail, t: Translate): TimelineEntry => ({
  key: visit.id,
  at: visit.at,
  tone: wordsOfVisit(visit).tone,
  title: t(wordsOfVisit(visit).title),
  note: (
    <>
      <bdi>{visit.search?.phrases.join(' · ') ?? (visit.title || visit.page_url)}</bdi>
      {visit.referrer_host && (
        <>
          {' · '}
          {t('from')} <bdi>{visit.referrer_host}</bdi>
        </>
      )}
      {lead.converted_at !== null && isConversion(visit) && visit.campaignId === lead.campaignId && (
        <UndoConversion visit={visit} />
      )}
    </>
  ),
})

/** All visits of the person to this client, newest first. */
export function LeadVisits({ lead }: { lead: LeadDetail | undefined }) {
  const t = useT()
  return (
    <TitledCard title={t('Visits')}>
      {!lead && <Skeleton height={120} />}
      {lead && lead.visits.length === 0 && <p className={styles.quiet}>{t(noVisits(lead))}</p>}
      {lead && <Timeline entries={lead.visits.map((visit) => entryOf(visit, lead, t))} />}
    </TitledCard>
  )
}
