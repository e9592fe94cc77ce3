import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isSuggested, type VisitDetail } from '#contract/leads/lead.ts'
import { matchKeyText } from '#contract/leads/match-words.ts'
import { passedStage, reasonTable, type Reason } from '#contract/leads/reasons.ts'
import { reasonGroupTable } from '#contract/leads/reason-groups.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT, type Text } from '../../i18n/texts.tsx'
import { campaignPath } from '../../paths/campaigns.ts'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { DetailList, type Detail } from '../../shells/detail-list.tsx'
import { PageLink } from '../../shells/page-link.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { SuggestedNote } from './suggested-note.tsx'
import { UndoConversion } from './undo-conversion.tsx'
import styles from './visit-body.module.css'
import { VisitChanges } from './visit-changes-part.tsx'
import { isConversion, wordsOfVisit } from './words.ts'

/** What the visitor saw, or searched for. */
export const subjectOf = (visit: Pick<VisitDetail, 'search' | 'title' | 'page_url'>): string =>
  visit.search?.phrases.join(' · ') ?? (visit.title || visit.page_url)

/** Everything about one visit, on its page and in the panel beside the list; skeletons until it is loaded. */
export function VisitBody({ visit }: { visit: VisitDetail | undefined }) {
  return (
    <div className={styles.root}>
      <Outcome visit={visit} />
      <Facts visit={visit} />
      <Rules visit={visit} />
    </div>
  )
}

/** Where the visit ended, in full words, and what would change it. */
function Outcome({ visit }: { visit: VisitDetail | undefined }) {
  const t = useT()
  const { base } = useModule()
  if (!visit)
    return (
      <TitledCard title={t('Why')}>
        <Skeleton height={96} />
      </TitledCard>
    )
  const { title, hint, tone } = wordsOfVisit(visit)
  return (
    <TitledCard title={t('Why')}>
      <p className={styles.outcome}>
        <StatusBadge tone={tone}>{t(title)}</StatusBadge>
        <span className={styles.quiet}>{t(reasonGroupTable[reasonTable[visit.reason].group].title)}</span>
      </p>
      <p className={styles.hint}>{t(hint)}</p>
      {visit.lead_id && (
        <p className={styles.hint}>
          <Button component={PageLink} to={`${base}/leads/${visit.lead_id}`} variant="default" size="xs">
            <Bdi>{visit.person_name ?? t('Open the lead')}</Bdi>
          </Button>{' '}
          {isSuggested(visit.match_key) && <SuggestedNote />}
        </p>
      )}
      {isConversion(visit) ? <UndoConversion visit={visit} /> : <VisitChanges visit={visit} />}
    </TitledCard>
  )
}

function Facts({ visit }: { visit: VisitDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const module = useModule()
  const link = (visit: VisitDetail) =>
    me.side === 'root' ? (
      <Bdi>{visit.campaignName}</Bdi>
    ) : (
      <Link className={styles.link} to={campaignPath(module, visit.campaignId)}>
        <Bdi>{visit.campaignName}</Bdi>
      </Link>
    )
  const items: Detail[] = [
    visit?.search
      ? { label: t('Searched for'), value: <Bdi>{subjectOf(visit)}</Bdi>, wide: true }
      : { label: t('Page'), value: visit ? <Bdi>{visit.page_url}</Bdi> : null, wide: true },
    { label: t('When'), value: visit ? <time dateTime={visit.at}>{format.dateTime(visit.at)}</time> : null },
    { label: t('Came from'), value: visit?.referrer_host ? <Bdi>{visit.referrer_host}</Bdi> : null },
    { label: t('Campaign'), value: visit ? link(visit) : null },
    ...(me.side === 'client' ? [] : [{ label: t('Client'), value: visit ? <Bdi>{visit.company_name}</Bdi> : null }]),
    {
      label: t('Matched by'),
      value: visit?.match_key ? `${t(matchKeyText(visit.match_key))} · ${format.percent(visit.confidence ?? 0)}` : null,
      wide: true,
    },
  ]
  return (
    <TitledCard title={visit?.search ? t('Search') : t('Visit')}>
      <DetailList items={items} loading={!visit} />
    </TitledCard>
  )
}

/** A stage by what passing it says. Stages without such words are listed only where a visit ended. */
const stageName = (reason: Reason): Text => passedStage(reason) ?? reasonTable[reason].title

const outcomeSigns = { passed: IconCheck, stopped: IconX, not_reached: IconMinus } as const

/** Every rule in order: those it passed, the one at which it ended, and those that were not asked any more. */
function Rules({ visit }: { visit: VisitDetail | undefined }) {
  const t = useT()
  return (
    <TitledCard title={t('All rules')}>
      {!visit && <Skeleton height={240} />}
      <ol className={styles.rules}>
        {visit?.stages.map(({ reason, outcome }) => {
          const Sign = outcomeSigns[outcome]
          const words = wordsOfVisit(visit)
          return (
            <li key={reason} className={styles.rule} data-outcome={outcome}>
              <Sign size={16} stroke={2} className={styles.sign} aria-hidden />
              <div>
                <div>{outcome === 'stopped' ? t(words.title) : t(stageName(reason))}</div>
                {outcome === 'stopped' && <div className={styles.quiet}>{t(words.hint)}</div>}
              </div>
              <span className={styles.state}>
                {outcome === 'passed' ? t('Passed') : outcome === 'stopped' ? t('Ended here') : t('Not checked')}
              </span>
            </li>
          )
        })}
      </ol>
    </TitledCard>
  )
}
