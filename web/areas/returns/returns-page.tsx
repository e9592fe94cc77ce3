import { IconArrowBackUp } from '@tabler/icons-react'
import { listReturns, type LeadReturn } from '#contract/returns/returns.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { modulePlaces, useModule } from '../../session/module.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { InOrder } from '../../shells/in-order.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column, Filter } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatTile, StatTiles } from '../../shells/stat-tile.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { ReturnedShareLink } from '../reclaims/returned-share-link.tsx'
import { Decision } from './decision.tsx'
import { Answer } from './lead-return.tsx'
import { ReturnRuleCard } from './return-rule-card.tsx'
import styles from './returns.module.css'
import { returnReasonTexts, returnStateTexts } from './words.ts'

const stateFilter: Filter = {
  key: 'state',
  label: msg('Status'),
  all: msg('All statuses'),
  options: Object.entries(returnStateTexts).map(([value, { text }]) => ({ value, label: text })),
}

type State = LeadReturn['state'] | 'all'

/** Returned leads of all modules: pending decisions, credits, and the return rule. */
export function ReturnsPage() {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const base = (row: LeadReturn) => modulePlaces().find((place) => place.module === row.module)?.base ?? module.base
  const ofAgency = me.side === 'agency'
  return (
    <>
      <PageHeader
        title={t('Returned leads')}
        description={
          ofAgency
            ? t('Leads your clients returned. Review within 14 days; after that they are credited automatically.')
            : t('Leads you returned, with their outcome.')
        }
        links={<ReturnedShareLink />}
      />
      <InOrder>
        <Figures companyId={me.companyId} ofAgency={ofAgency} />
        <ResourceTable
          label={t('Returned leads')}
          operation={listReturns}
          input={({ page, perPage, filters }) => ({
            params: { companyId: me.companyId },
            query: { page, perPage, state: (filters['state'] ?? 'all') as State },
          })}
          columns={ofAgency ? [...columns, decisions] : columns}
          rowKey={(row) => row.id}
          rowLink={(row) => `${base(row)}/leads/${row.lead_id}`}
          filters={[stateFilter]}
          empty={
            <EmptyState
              icon={<IconArrowBackUp size={28} stroke={1.5} />}
              title={t('No returned leads')}
              hint={
                ofAgency
                  ? t('When a client returns a lead, it waits here for your decision.')
                  : t('Open an invalid lead and return it: its price is credited once the return is accepted.')
              }
            />
          }
        />
        <div className={styles.rule}>
          <ReturnRuleCard companyId={me.companyId} mayEdit={ofAgency && me.may('settings.update')} />
        </div>
      </InOrder>
    </>
  )
}

function Figures({ companyId, ofAgency }: { companyId: string; ofAgency: boolean }) {
  const t = useT()
  const format = useFormat()
  const { data, error } = useCall(listReturns, { params: { companyId }, query: { page: 1, perPage: 1 } })
  const sums = data?.sums
  const count = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  const dollars = (value: number | undefined) =>
    value === undefined ? undefined : format.money(Math.round(value * 100))
  // The list below says why.
  if (error && !data) return null
  return (
    <StatTiles>
      <StatTile label={t('Under review')} value={count(sums?.pending)} />
      <StatTile label={t('Credited')} value={count(sums?.accepted)} />
      <StatTile
        label={ofAgency ? t('Credited to clients') : t('Credited to you')}
        value={dollars(sums?.credited)}
        note={ofAgency && sums ? t('{amount} to you', { amount: dollars(sums.received) ?? '' }) : undefined}
      />
      <StatTile label={t('Not credited')} value={count(sums?.refused)} />
    </StatTiles>
  )
}

const columns: readonly Column<LeadReturn>[] = [
  {
    key: 'lead',
    header: msg('Lead'),
    cell: (row) => (
      <Lines strong detail={<Bdi>{row.company_name}</Bdi>}>
        <Bdi>{row.person_name}</Bdi>
      </Lines>
    ),
  },
  { key: 'reason', header: msg('Reason'), size: 'wide', cell: (row) => <Reason row={row} /> },
  {
    key: 'when',
    header: msg('Returned on'),
    size: 'time',
    hideBelow: 'lg',
    cell: (row) => <When at={row.requested_at} />,
  },
  { key: 'price', header: msg('Price'), align: 'end', cell: (row) => <Price of={row.retail_price} /> },
  { key: 'status', header: msg('Status'), size: 'longStatus', cell: (row) => <Standing row={row} /> },
]
const decisions: Column<LeadReturn> = {
  key: 'decision',
  header: msg('Decision'),
  align: 'end',
  size: 'twoActions',
  cell: (row) => <Decision current={row} />,
}

function Reason({ row }: { row: LeadReturn }) {
  const t = useT()
  return (
    <Lines detail={row.detail === '' ? undefined : <Bdi>{row.detail}</Bdi>}>{t(returnReasonTexts[row.reason])}</Lines>
  )
}

function When({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.when(at)}</time>
}

function Price({ of }: { of: number }) {
  const format = useFormat()
  return <>{format.price(Math.round(of * 10_000))}</>
}

function Standing({ row }: { row: LeadReturn }) {
  const t = useT()
  const { text, tone } = returnStateTexts[row.state]
  return (
    <div className={styles.standing}>
      <StatusBadge tone={tone}>{t(text)}</StatusBadge>
      <Answer current={row} />
    </div>
  )
}
