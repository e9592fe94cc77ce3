import { IconWorldSearch } from '@tabler/icons-react'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { Card } from '../../../ui/card.tsx'
import { AgencyPicker, useChosenAgency } from '../../../shells/owners/agency-picker.tsx'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { CampaignsTable } from './campaigns-table.tsx'
import { NewCampaignButton, NoCampaigns } from './no-campaigns.tsx'

/** Campaigns of all modules: the user's own, or those of an agency that the operator selects (R027). */
export function CampaignOverviewPage() {
  const t = useT()
  const me = useMe()
  const { mayCreate } = useCampaignRights()
  const agency = useChosenAgency()
  const isOperator = me.side === 'root'
  const companyId = isOperator ? agency : me.companyId
  return (
    <>
      <PageHeader
        title={t('Campaigns')}
        description={t('All campaigns, in every module.')}
        actions={
          <>
            {isOperator && companyId !== '' && <AgencyPicker />}
            {mayCreate && <NewCampaignButton />}
          </>
        }
      />
      {companyId === '' ? (
        <NoAgency />
      ) : (
        <CampaignsTable
          key={companyId}
          companyId={companyId}
          clientId="all"
          module="all"
          showsClient={me.side !== 'client'}
          empty={isOperator ? <NothingThere /> : <NoCampaigns mayCreate={mayCreate} />}
        />
      )}
    </>
  )
}

function NoAgency() {
  const t = useT()
  return (
    <Card>
      <EmptyState
        icon={<IconWorldSearch size={22} stroke={1.6} />}
        title={t('No agency selected')}
        hint={t('Select an agency to see its campaigns.')}
        action={<AgencyPicker />}
      />
    </Card>
  )
}

function NothingThere() {
  const t = useT()
  return (
    <EmptyState
      icon={<IconWorldSearch size={22} stroke={1.6} />}
      title={t('No campaigns yet')}
      hint={t('This agency has no campaigns yet. Its team creates them for clients.')}
    />
  )
}
