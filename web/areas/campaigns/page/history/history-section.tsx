import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import { listCampaignHistory, type HistoryEntry } from '#contract/campaigns/history.ts'
import { useCall } from '../../../../api/hooks.ts'
import { isolate } from '../../../../i18n/isolate.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { useLanguage, useT, type Translate } from '../../../../i18n/texts.tsx'
import { FailureNote } from '../../../../shells/failure-note.tsx'
import { PageLinks } from '../../../../shells/page-links.tsx'
import { Timeline } from '../../../../shells/timeline.tsx'
import { useTopics } from '../../use-topics.ts'
import { Section } from '../../../../shells/section.tsx'
import { fieldWordsOf } from './field-words.ts'
import styles from './history.module.css'
import { historyText } from './value-text.ts'

const perPage = 10

/** History of changes to the campaign, with each field's old and new value. */
export function HistorySection({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const answer = useCall(
    listCampaignHistory,
    { params: { id: campaign.campaignId }, query: { page, perPage } },
    { alwaysFresh: true, keepPrevious: true },
  )
  const entries = answer.data?.data
  return (
    <Section title={t('Changes')} description={t('Who changed this campaign, with previous values.')}>
      {answer.error && !entries && <FailureNote failure={answer.error} onRetry={answer.refetch} />}
      {!entries && !answer.error && <Skeleton height={120} />}
      {entries?.length === 0 && <p className={styles.quiet}>{t('Nothing has been changed yet.')}</p>}
      {entries && entries.length > 0 && (
        <Timeline
          entries={entries.map((entry) => ({
            key: entry.id,
            at: entry.created_at,
            title: (
              <>
                {t(entry.action)} · <bdi>{whoOf(entry, t)}</bdi>
              </>
            ),
            note: <ChangeList entry={entry} />,
          }))}
        />
      )}
      {answer.data && <PageLinks page={page} lastPage={answer.data.last_page} onPage={setPage} />}
    </Section>
  )
}

function whoOf({ name, userType, on_behalf_of }: HistoryEntry, t: Translate): string {
  const who = userType === 'root' && name === 'Support' ? t('Support') : name || nobodyNamed(userType, t)
  return on_behalf_of === '' ? who : `${who} (${t('as {name}', { name: isolate(on_behalf_of) })})`
}

const nobodyNamed = (userType: HistoryEntry['userType'], t: Translate): string =>
  userType === 'admin' ? t('Your agency') : t('No signed-in user')

function ChangeList({ entry }: { entry: HistoryEntry }) {
  const t = useT()
  const { nameOf: topicOf } = useTopics(entry.changes.some(({ field }) => plainFieldOf(field) === 'searchtopics'))
  const words = { t, format: useFormat(), language: useLanguage(), topicOf }
  return (
    <ul className={styles.changes}>
      {entry.changes.map(({ field: wire, is_kept, before, after }) => {
        const field = plainFieldOf(wire)
        return (
          <li key={wire}>
            <span className={styles.field}>{t(fieldWordsOf(wire))}</span>{' '}
            {!is_kept && <span className={styles.quiet}>{t('Changed; the previous value isn’t stored.')}</span>}
            {is_kept && (
              <>
                <del>
                  <bdi>{historyText(field, before, words)}</bdi>
                </del>
                <span className={styles.arrow} role="img" aria-label={t('becomes')} />
                <ins>
                  <bdi>{historyText(field, after, words)}</bdi>
                </ins>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
