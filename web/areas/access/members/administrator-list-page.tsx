import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { SignOutDialog } from '../sessions/sign-out-dialog.tsx'
import { administratorColumns } from './administrator-columns.tsx'
import { AdministratorDialog } from './administrator-dialog.tsx'
import { roleListPath } from './paths.ts'
import { RemoveAdministratorDialog } from './remove-administrator-dialog.tsx'

/** A company's administrators: who works here besides the owner, and what they may do. */
export function AdministratorListPage() {
  const t = useT()
  const me = useMe()
  const [edited, setEdited] = useState<CompanyRow | 'new' | null>(null)
  const [removed, setRemoved] = useState<CompanyRow | null>(null)
  const [signedOut, setSignedOut] = useState<CompanyRow | null>(null)
  const invite = me.may('settings.create') && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => setEdited('new')}>
      {t('Invite administrator')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Administrator List')}
        description={t('People who work for {company} with you.', { company: me.companyName })}
        actions={
          <>
            <Button variant="default" component={Link} to={roleListPath}>
              {t('Roles')}
            </Button>
            {invite}
          </>
        }
      />
      <ResourceTable
        label={t('Administrators')}
        operation={listCompanies}
        input={({ page, perPage, sort, order, search }) => ({
          params: {
            companyID: me.companyId,
            group: 'all' as const,
            idsys: 'all',
            type: 'administrator' as const,
            module: 'all' as const,
            sort: sort as 'all',
            order,
            search: search || 'all',
          },
          query: { Page: page, PerPage: perPage },
        })}
        columns={administratorColumns({ onEdit: setEdited, onRemove: setRemoved, onSignOut: setSignedOut })}
        rowKey={(row) => row.id!}
        searchLabel={msg('Search administrators')}
        empty={
          <EmptyState
            icon={<IconUsers size={22} stroke={1.6} />}
            title={t('No administrators yet')}
            hint={t('Invite somebody to work with you. They choose their own password.')}
            action={invite}
          />
        }
      />
      {edited && <AdministratorDialog row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {signedOut?.id && (
        <SignOutDialog person={{ ...signedOut, id: signedOut.id }} onClose={() => setSignedOut(null)} />
      )}
      {removed && <RemoveAdministratorDialog row={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}
