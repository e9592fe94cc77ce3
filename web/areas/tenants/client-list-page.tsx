import { IconUsersGroup } from '@tabler/icons-react'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { AddCompany } from '../companies/add-company.tsx'
import { CompaniesTable } from './companies-table.tsx'
import { GroupsButton } from './groups/groups-button.tsx'
import { clientPath } from './paths.ts'

/** An agency's clients. */
export function ClientListPage() {
  const t = useT()
  const me = useMe()
  return (
    <>
      <PageHeader
        title={t('Client Management')}
        description={t('Open a client to see its campaigns and leads.')}
        actions={
          <>
            <GroupsButton agencyId={me.companyId} />
            <AddCompany kind="client" parentId={me.companyId} />
          </>
        }
      />
      <CompaniesTable
        parentId={me.companyId}
        type="client"
        label={t('Clients')}
        searchLabel={msg('Search clients')}
        rowLink={(row) => clientPath(row.company_id)}
        empty={<NoClients />}
      />
    </>
  )
}

export function NoClients() {
  const t = useT()
  return (
    <EmptyState
      icon={<IconUsersGroup size={22} stroke={1.6} />}
      title={t('No clients yet')}
      hint={t('Add the first one: a mail invites it to choose a password.')}
    />
  )
}
