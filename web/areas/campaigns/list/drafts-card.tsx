import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listDrafts, type Draft } from '#contract/campaigns/ready.ts'
import { useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { selectedGroup } from '../../../session/group.ts'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { campaignPath } from '../../../paths/campaigns.ts'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { DraftSteps } from './draft-steps.tsx'
import styles from './drafts.module.css'
import { SeveralDialog } from './several-dialog.tsx'

/** Drafts shown before "show all" is clicked. */
const shownFirst = 3

type DraftsCardProps = { companyId: string; clientId: string }

/** Campaigns that were never started: which are ready, and what the others lack. Hidden if there are none. */
export function DraftsCard({ companyId, clientId }: DraftsCardProps) {
  const t = useT()
  const me = useMe()
  const { mayEdit } = useCampaignRights()
  const { module } = useModule()
  const [starting, setStarting] = useState<readonly string[] | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const enabled = mayEdit && selectedGroup(me) === 'all'
  const input = { params: { companyId, clientId }, query: { moduleType: module } }
  const { data, error, refetch } = useCall(listDrafts, input, { enabled })
  if (enabled && error && !data)
    return (
      <div className={styles.root}>
        <TitledCard title={t('Ready to start')}>
          <FailureNote failure={error} onRetry={refetch} />
        </TitledCard>
      </div>
    )
  if (!enabled || !data || data.drafts.length === 0) return null
  const ready = data.drafts.filter((draft) => draft.ready).map((draft) => draft.campaignId)
  const drafts = showsAll ? data.drafts : data.drafts.slice(0, shownFirst)
  // A running campaign costs money, so it cannot be started in view mode.
  const mayStart = me.viewEndsAt === null
  return (
    <div className={styles.root}>
      <TitledCard title={t('Ready to start')}>
        <p className={styles.note}>
          {t('{count, plural, one {# draft} other {# drafts}}, {ready} ready to start', {
            count: data.total,
            ready: data.ready,
          })}
        </p>
        <ul className={styles.list}>
          {drafts.map((draft) => (
            <Line
              key={draft.campaignId}
              draft={draft}
              showsClient={me.side === 'agency'}
              onStart={mayStart && draft.ready ? () => setStarting([draft.campaignId]) : null}
            />
          ))}
        </ul>
        <div className={styles.actions}>
          {mayStart && ready.length > 1 && (
            <Button size="xs" onClick={() => setStarting(ready)}>
              {t('Start all {count} that are ready', { count: ready.length })}
            </Button>
          )}
          {data.drafts.length > shownFirst && (
            <Button size="xs" variant="default" onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
              {showsAll ? t('Show fewer') : t('Show all {count}', { count: data.drafts.length })}
            </Button>
          )}
        </div>
      </TitledCard>
      {starting && (
        <SeveralDialog
          companyId={companyId}
          ids={starting}
          action="start"
          onClose={() => setStarting(null)}
          onDone={() => setStarting(null)}
        />
      )}
    </div>
  )
}

type LineProps = { draft: Draft; showsClient: boolean; onStart: (() => void) | null }

function Line({ draft, showsClient, onStart }: LineProps) {
  const t = useT()
  const module = useModule()
  const count = draft.steps.filter((step) => step.needed).length
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <span className={styles.name}>
          <Link to={campaignPath(module, draft.campaignId)}>
            <bdi>{draft.campaignName}</bdi>
          </Link>
          <StatusBadge tone={draft.ready ? 'ok' : 'warn'}>
            {draft.ready ? t('Ready') : t('{count, plural, one {# step missing} other {# steps missing}}', { count })}
          </StatusBadge>
        </span>
        {showsClient && (
          <span className={styles.note}>
            <bdi>{draft.company_name}</bdi>
          </span>
        )}
        <DraftSteps draft={draft} />
      </div>
      {onStart && (
        <Button
          size="xs"
          variant="default"
          onClick={onStart}
          aria-label={t('Start {name}', { name: isolate(draft.campaignName) })}
        >
          {t('Start')}
        </Button>
      )}
    </li>
  )
}
