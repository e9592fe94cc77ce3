import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import { listDrafts, type Draft, type SetupStep } from '#contract/campaigns/ready.ts'
import { guard } from '#contract/guards/guard.ts'
import { useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { campaignPath, editPath } from '../../../paths/campaigns.ts'
import { clientPath } from '../../../paths/companies.ts'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { selectedGroup } from '../../../session/group.ts'
import { useMe } from '../../../session/me.ts'
import { useModule, type ModulePlace } from '../../../session/module.ts'
import type { Search } from '../../../session/search.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { blockerTexts } from '../names.ts'
import styles from './drafts.module.css'
import { SeveralDialog } from './several-dialog.tsx'

type Way = { to: string; search?: Search; hash?: string }

/** Missing setup steps of a draft, each linked to where it is done if the user may open that page. */
function DraftSteps({ draft }: { draft: Draft }) {
  const t = useT()
  const me = useMe()
  const module = useModule()
  if (draft.steps.length === 0) return null
  return (
    <ul className={styles.steps} aria-label={t('Missing steps')}>
      {draft.steps.map((step) => {
        const way = wayTo(step, draft, module)
        const text = textOf(step)
        return (
          <li key={`${step.kind} ${step.field}`} data-needed={step.needed}>
            {way && guard(me.access, way.to).kind === 'shown' ? <Link {...way}>{t(text)}</Link> : t(text)}
          </li>
        )
      })}
    </ul>
  )
}

const textOf = ({ field, message }: SetupStep): string => blockerTexts[plainFieldOf(field)] ?? message

function wayTo({ kind, field }: SetupStep, draft: Draft, module: ModulePlace): Way | null {
  switch (kind) {
    case 'field':
      return { to: editPath(module, draft.campaignId), hash: plainFieldOf(field) }
    case 'product':
      return { to: clientPath(draft.company_id) }
    case 'pixel':
      return { to: campaignPath(module, draft.campaignId), search: { tab: 'setup' } }
    case 'delivery':
      return { to: campaignPath(module, draft.campaignId), search: { tab: 'destinations' } }
    // The module's first page asks for agreements, and a notice on every page asks for payment.
    case 'agreement':
    case 'payment':
      return null
  }
}

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
  const readsDrafts = mayEdit && selectedGroup(me) === 'all'
  const input = { params: { companyId, clientId }, query: { moduleType: module } }
  const { data, error, refetch } = useCall(listDrafts, input, { enabled: readsDrafts })
  if (readsDrafts && error && !data)
    return (
      <div className={styles.root}>
        <TitledCard title={t('Ready to start')}>
          <FailureNote failure={error} onRetry={refetch} />
        </TitledCard>
      </div>
    )
  if (readsDrafts && !data) return <Skeleton height={0} />
  if (!readsDrafts || !data || data.drafts.length === 0) return null
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
