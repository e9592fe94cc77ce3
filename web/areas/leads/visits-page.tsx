import { IconEyeSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { firstModule } from '#contract/campaigns/modules.ts'
import { isSuggested, type VisitRow } from '#contract/leads/lead.ts'
import { reasons, reasonTable, type Reason } from '#contract/leads/reasons.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { listVisits } from '#contract/leads/visits.ts'
import { call } from '../../api/call.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text, type Translate } from '../../i18n/texts.tsx'
import { selectedGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { GroupNote } from '../../shells/owners/group-note.tsx'
import { MoreTable, useMoreList } from '../../shells/more-table.tsx'
import { NextStep } from '../../shells/next-step.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { PeriodChoice, usePeriod } from '../../shells/period-choice.tsx'
import type { Column, Filter } from '../../shells/resource-table/columns.ts'
import { useTableState } from '../../shells/resource-table/table-state.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { modulePages } from '../campaigns/modules/module-pages.ts'
import { ownerFilters } from '../../shells/owners/campaign-filter.tsx'
import { SuggestedNote } from './suggested-note.tsx'
import { UndoConversion } from './undo-conversion.tsx'
import { isConversion, matchKeyName, matchKeyText, wordsOfVisit } from './words.ts'
import { VisitFunnel } from './visit-funnel.tsx'
import styles from './visits-page.module.css'

const visitReasons: readonly Reason[] = reasons.filter((reason) => !reason.startsWith('privacy_'))

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
  const { days, start, end, choose } = usePeriod()
  const params = { companyId: me.companyId, clientId: client, start, end }
  const list = useMoreList<VisitRow>(
    [listVisits.name, params, { reason, campaign, group, module: module.module }],
    (before, signal) =>
      call(listVisits, {
        params,
        query: { reason, campaign, moduleType: module.module, groupId: group, before, perPage: 25 },
        signal,
      }),
    5_000,
  )
  return (
    <>
      <PageHeader
        title={t(events.name)}
        description={`${t(events.description)} ${t('Days in {zone}.', { zone: isolate(reportTimeZone) })}`}
        actions={<PeriodChoice days={days} choose={choose} />}
      />
      <GroupNote />
      <VisitFunnel
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
        columns={columnsOf(t, format, module.base, events.what)}
        filters={filters}
        state={state}
        empty={
          <EmptyState
            icon={<IconEyeSearch size={28} stroke={1.5} />}
            title={t(events.empty)}
            hint={t(events.emptyHint)}
            action={<NextStep to={`${module.base}/campaign-management`} label={t('Campaigns')} />}
          />
        }
      />
    </>
  )
}

function columnsOf(t: Translate, format: Format, base: string, what: Text): Column<VisitRow>[] {
  return [
    {
      key: 'at',
      size: 'time',
      header: msg('When'),
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
      cell: (visit) =>
        visit.match_key ? (
          <span className={styles.match} title={t(matchKeyText(visit.match_key))}>
            {t(matchKeyName(visit.match_key))} · {format.percent(visit.confidence ?? 0)}
          </span>
        ) : null,
    },
    {
      key: 'reason',
      size: 'wide',
      header: msg('Why'),
      cell: (visit) => (
        <Lines detail={t(wordsOfVisit(visit).hint)}>
          <StatusBadge tone={wordsOfVisit(visit).tone}>{t(wordsOfVisit(visit).title)}</StatusBadge>
        </Lines>
      ),
    },
    {
      key: 'lead',
      header: msg('Lead'),
      cell: (visit) => {
        // Here it has a line of its own: beside the reason, a row would grow on narrow screens.
        const undo = isConversion(visit) && <UndoConversion visit={visit} />
        if (!visit.lead_id) return undo
        return (
          <Lines detail={isSuggested(visit.match_key) && <SuggestedNote />} beside={undo}>
            <Link to={`${base}/leads/${visit.lead_id}`}>{visit.person_name ?? t('Open')}</Link>
          </Lines>
        )
      },
    },
  ]
}
