import { IconBuildingStore } from '@tabler/icons-react'
import { readUser } from '#contract/people/user.ts'
import { listDownline, type DownlineRow, type SalesPart } from '#contract/companies/downline.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { joinWords, msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useParam } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { NextStep } from '../../../shells/next-step.tsx'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { Initials } from '../../../ui/initials.tsx'
import styles from './sales.module.css'

/** The agencies assigned to one sales person (C053). */
export function DownlinePage() {
  const t = useT()
  const me = useMe()
  const userId = useParam('userId')
  const person = useCall(readUser, { params: { id: userId } })
  const name = person.data?.data.name
  if (person.error && !name) return <PageFailure failure={person.error} onRetry={person.refetch} />
  return (
    <>
      <PageHeader
        title={name ?? '…'}
        documentTitle={name ?? t('Sales staff')}
        description={t('Agencies assigned to this sales person.')}
      />
      <ResourceTable
        label={t('Agencies')}
        operation={listDownline}
        input={({ page, perPage, sort, order, search }) => ({
          params: { companyId: me.companyId, systemId: 'all', sort: sort as 'all', order, search: search || 'all' },
          query: { page, perPage, salesId: userId },
        })}
        columns={columns}
        rowKey={(row) => row.company_id}
        rowLink={(row) => `/configuration/agency-list/${row.company_id}`}
        searchLabel={msg('Search agencies')}
        empty={
          <EmptyState
            icon={<IconBuildingStore size={22} stroke={1.6} />}
            title={t('No agency is assigned yet')}
            hint={t('Assign one in the agency list with the Set Sales Person icon.')}
            action={<NextStep to="/configuration/agency-list" label={t('Agency List')} />}
          />
        }
      />
    </>
  )
}

const partTexts: Readonly<Record<SalesPart, Text>> = {
  salesRep: msg('Sales representative'),
  salesAE: msg('Account executive'),
  salesRef: msg('Referrer'),
}

const columns: readonly Column<DownlineRow>[] = [
  { key: 'company', header: msg('Company name'), sortKey: 'company_name', cell: (row) => <CompanyCell row={row} /> },
  { key: 'parts', header: msg('Assigned as'), cell: (row) => <PartsCell row={row} /> },
  {
    key: 'name',
    header: msg('Full name'),
    sortKey: 'full_name',
    hideBelow: 'md',
    cell: (row) => (row.name ? <Bdi>{row.name}</Bdi> : '—'),
  },
  { key: 'clients', header: msg('Clients'), align: 'end', cell: (row) => <NumberCell value={row.clients} /> },
  {
    key: 'active',
    header: msg('Active campaigns'),
    align: 'end',
    hideBelow: 'md',
    cell: (row) => <NumberCell value={row.active_campaigns} />,
  },
]

function CompanyCell({ row }: { row: DownlineRow }) {
  return (
    <span className={styles.person}>
      <Initials name={row.company_name} />
      <Lines strong>{row.company_name}</Lines>
    </span>
  )
}

function PartsCell({ row }: { row: DownlineRow }) {
  const t = useT()
  return (
    <>
      {joinWords(
        row.parts.map((part) => t(partTexts[part])),
        t,
      )}
    </>
  )
}

function NumberCell({ value }: { value: number }) {
  const format = useFormat()
  return <span className={value === 0 ? styles.muted : undefined}>{format.number(value)}</span>
}
