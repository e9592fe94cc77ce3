import { IconEyeSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { firstModule } from '#contract/campaigns/modules.ts'
import { isSuggested, type VisitRow } from '#contract/leads/lead.ts'
import { matchKeyText } from '#contract/leads/match-words.ts'
import { reasons, reasonTable, type Reason } from '#contract/leads/reasons.ts'
import { listVisits, searchVisits } from '#contract/leads/visits.ts'
import { call } from '../../api/call.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { msg, useT, type Text, type Translate } from '../../i18n/texts.tsx'
import { selectedGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { DayChoice, useChosenDays } from '../../shells/day-choice.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { GroupNote } from '../../shells/owners/group-note.tsx'
import { MoreTable, useMoreList } from '../../shells/more-table.tsx'
import { NextStep } from '../../shells/next-step.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Filter, SavedColumn } from '../../shells/resource-table/columns.ts'
import { useRowPanel } from '../../shells/resource-table/row-panel.ts'
import { useTableState } from '../../shells/resource-table/table-state.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { besidePanel } from '../../shells/side-panel.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { modulePages } from '../campaigns/modules/module-pages.ts'
import { ownerFilters } from '../../shells/owners/campaign-filter.tsx'
import { SuggestedNote } from './suggested-note.tsx'
import { UndoConversion } from './undo-conversion.tsx'
import { isConversion, matchKeyName, wordsOfVisit } from './words.ts'
import { VisitGroups } from './visit-groups.tsx'
import { readVisitSearch } from './visit-search.ts'
import styles from './visits-page.module.css'

const VisitPanel = lazy(async () => ({ default: (await import('./visit-panel.tsx')).VisitPanel }))

const visitReasons: readonly Reason[] = reasons.filter((reason) => !reason.startsWith('privacy_'))

/** A search for a page may read many visits, so it is repeated less often. */
const searchAgain_ms = 60_000

const reasonFilter: Filter = {
  key: 'reason',
  label: msg('Reason'),
  all: msg('All reasons'),
  options: visitReasons.map((value) => ({ value, label: reasonTable[value].title })),
}

/** Every visit with the reason it did or did not become a lead; visits that are only counted appear in the funnel. */
export function VisitsPage() {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const module = useModule()
  const { events } = modulePages[module.module] ?? modulePages[firstModule]!
  const filters = [reasonFilter, ...ownerFilters(me.side)]
  const state = useTableState(filters, [])
  const { client = 'all', campaign = 'all', ...values } = state.query.filters
  const reason = (values['reason'] ?? 'all') as Reason | 'all'
  const group = selectedGroup(me)
  const { search } = state.query
  const { start, end } = useChosenDays()
  const panel = useRowPanel('visit')
  const params = { companyId: me.companyId, clientId: client, start, end }
  const list = useMoreList<VisitRow>(
    [listVisits.name, params, { reason, campaign, group, module: module.module, search }],
    async (before, signal, perPage = 25) => {
      const selection = { reason, campaign, moduleType: module.module, groupId: group, before, perPage }
      return search === ''
        ? call(listVisits, { params, query: selection, signal })
        : call(searchVisits, { params, body: { ...selection, ...(await readVisitSearch(search)) }, signal })
    },
    search === '' ? 5_000 : searchAgain_ms,
  )
  return (
    <div className={panel.openKey && besidePanel}>
      <PageHeader title={t(events.name)} description={t(events.description)} actions={<DayChoice />} />
      <GroupNote />
      <VisitGroups
        params={params}
        events={t(events.name)}
        campaign={campaign}
        module={module.module}
        group={group}
        selection={reason}
        onChoose={(next) => state.setFilter('reason', next)}
      />
      <MoreTable
        list={list}
        label={t(events.name)}
        rowKey={(visit) => visit.id}
        rowLink={(visit) => `${module.base}/visits/${visit.id}`}
        panel={panel}
        searchLabel={events.search}
        columns={columnsOf(t, format, module.base, events.what)}
        filters={filters}
        state={state}
        savedAs="visits"
        empty={
          <EmptyState
            icon={<IconEyeSearch size={28} stroke={1.5} />}
            title={t(events.empty)}
            hint={t(events.emptyHint)}
            action={<NextStep to={`${module.base}/campaign-management`} label={t('Campaigns')} />}
          />
        }
      />
      {panel.openKey && (
        <Suspense>
          <VisitPanel visitId={panel.openKey} onClose={panel.close} />
        </Suspense>
      )}
    </div>
  )
}

function columnsOf(t: Translate, format: Format, base: string, what: Text): SavedColumn<VisitRow, 'visits'>[] {
  return [
    {
      key: 'at',
      isPinned: true,
      size: 'time',
      header: msg('When'),
      text: (visit) => new Date(visit.at),
      cell: (visit) => (
        <time dateTime={visit.at} title={format.dateTime(visit.at)}>
          {format.when(visit.at)}
        </time>
      ),
    },
    {
      key: 'page',
      size: 'wide',
      header: what,
      text: (visit) => visit.search?.phrases.join(' · ') ?? visit.page_url,
      cell: (visit) => (
        <Lines detail={visit.campaignName}>
          <span title={visit.page_url}>{visit.search?.phrases.join(' · ') ?? (visit.title || visit.page_url)}</span>
        </Lines>
      ),
    },
    {
      key: 'match',
      hideBelow: 'md',
      header: msg('Matched by'),
      text: (visit) =>
        visit.match_key && `${t(matchKeyName(visit.match_key))} · ${format.percent(visit.confidence ?? 0)}`,
      cell: (visit) =>
        visit.match_key ? (
          <span className={styles.match} title={t(matchKeyText(visit.match_key))}>
            {t(matchKeyName(visit.match_key))} · {format.percent(visit.confidence ?? 0)}
          </span>
        ) : null,
    },
    {
      key: 'reason',
      size: 'widest',
      header: msg('Why'),
      text: (visit) => [t(wordsOfVisit(visit).title), visit.person_name].filter(Boolean).join(' · '),
      cell: (visit) => <WhyCell visit={visit} base={base} />,
    },
  ]
}

/** Where the visit ended, whom it belongs to, and the whole explanation: it is what the list is opened for. */
function WhyCell({ visit, base }: { visit: VisitRow; base: string }) {
  const t = useT()
  const { title, hint, tone } = wordsOfVisit(visit)
  return (
    <span className={styles.why} data-wraps>
      <span className={styles.outcome}>
        <StatusBadge tone={tone}>{t(title)}</StatusBadge>
        {visit.lead_id && (
          <Link to={`${base}/leads/${visit.lead_id}`}>
            <bdi>{visit.person_name ?? t('Open')}</bdi>
          </Link>
        )}
        {isSuggested(visit.match_key) && visit.lead_id && <SuggestedNote />}
        {isConversion(visit) && <UndoConversion visit={visit} />}
      </span>
      <bdi className={styles.hint} title={t(hint)}>
        {t(hint)}
      </bdi>
    </span>
  )
}
