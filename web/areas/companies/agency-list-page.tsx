import { IconBuildingStore } from '@tabler/icons-react'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { AddCompany } from './add-company.tsx'
import { RemovedButton } from './removed/removed-button.tsx'
import { ChecklistCard } from '../inbox/checklist-card.tsx'
import { RevenueStrip } from '../reports/revenue-strip.tsx'
import { CompaniesTable } from './companies-table.tsx'
import { agencyPath } from '../../paths/companies.ts'

/** The root's agencies. */
export function AgencyListPage() {
  const t = useT()
  const me = useMe()
  return (
    <>
      <PageHeader
        title={t('Agency List')}
        description={t('Select an agency to see its clients.')}
        actions={
          <>
            <RemovedButton />
            <AddCompany kind="agency" parentId={me.companyId} />
          </>
        }
      />
      <ChecklistCard />
      <RevenueStrip />
      <CompaniesTable
        parentId={me.companyId}
        type="agency"
        label={t('Agencies')}
        searchLabel={msg('Search agencies')}
        rowLink={(row) => agencyPath(row.company_id)}
        empty={
          <EmptyState
            icon={<IconBuildingStore size={22} stroke={1.6} />}
            title={t('No agencies yet')}
            hint={t('Add your first agency. We’ll email its owner an invitation.')}
            action={<AddCompany kind="agency" parentId={me.companyId} />}
          />
        }
      />
    </>
  )
}
