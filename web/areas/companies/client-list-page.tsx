import { isSales } from '#contract/guards/access-context.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { PageHeader } from '../../shells/page-header.tsx'
import { AddCompany } from './add-company.tsx'
import { RemovedButton } from './removed/removed-button.tsx'
import { AssignedClients } from './assigned-clients.tsx'
import { CompaniesTable } from './companies-table.tsx'
import { GroupsButton } from './groups/groups-button.tsx'
import { NoClients } from './no-clients.tsx'
import { clientPath } from '../../paths/companies.ts'

/** An agency's clients; sales staff see the clients of one agency at a time. */
export function ClientListPage() {
  const t = useT()
  const me = useMe()
  if (isSales(me.access)) return <AssignedClients />
  return (
    <>
      <PageHeader
        title={t('Client Management')}
        description={t('Open a client to see its campaigns and leads.')}
        actions={
          <>
            <RemovedButton />
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
        empty={<NoClients add={<AddCompany kind="client" parentId={me.companyId} />} />}
      />
    </>
  )
}
