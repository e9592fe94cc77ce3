import { Button } from '@mantine/core'
import { IconUserDollar, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { SignOutDialog } from '../../access/sessions/sign-out-dialog.tsx'
import { salesPath } from './paths.ts'
import { RemoveSalesDialog } from './remove-sales-dialog.tsx'
import { salesColumns } from './sales-columns.tsx'
import { SalesPersonDialog } from './sales-person-dialog.tsx'

/** Who sells for the operator: representatives and account executives, with what is assigned to each (S053, R036). */
export function SalesAccountListPage() {
  const t = useT()
  const me = useMe()
  const [edited, setEdited] = useState<CompanyRow | 'new' | null>(null)
  const [removed, setRemoved] = useState<CompanyRow | null>(null)
  const [signedOut, setSignedOut] = useState<CompanyRow | null>(null)
  const invite = me.may('settings.create') && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => setEdited('new')}>
      {t('Invite sales person')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Sales Rep & AE List')}
        description={t('People who sell for {company}. Agencies are assigned to them in the agency list.', {
          company: me.companyName,
        })}
        actions={invite}
      />
      <ResourceTable
        label={t('Sales staff')}
        operation={listCompanies}
        input={({ page, perPage, sort, order, search }) => ({
          params: {
            companyID: me.companyId,
            group: 'all' as const,
            idsys: 'all',
            type: 'sales' as const,
            module: 'all' as const,
            sort: sort as 'all',
            order,
            search: search || 'all',
          },
          query: { Page: page, PerPage: perPage },
        })}
        columns={salesColumns({ onEdit: setEdited, onRemove: setRemoved, onSignOut: setSignedOut })}
        rowKey={(row) => row.id!}
        rowLink={(row) => salesPath(row.id!)}
        searchLabel={msg('Search sales staff')}
        empty={
          <EmptyState
            icon={<IconUserDollar size={22} stroke={1.6} />}
            title={t('No sales staff yet')}
            hint={t('Invite somebody who brings in agencies or looks after them. They choose their own password.')}
            action={invite}
          />
        }
      />
      {edited && <SalesPersonDialog row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {signedOut?.id && (
        <SignOutDialog person={{ ...signedOut, id: signedOut.id }} onClose={() => setSignedOut(null)} />
      )}
      {removed && <RemoveSalesDialog row={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}
