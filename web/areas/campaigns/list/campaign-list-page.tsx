import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { InOrder } from '../../../shells/in-order.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { EnrichmentLink } from '../../enrichment/enrichment-link.tsx'
import { ModuleGate } from '../module-gate.tsx'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { CampaignsTable } from './campaigns-table.tsx'
import { DraftsCard } from './drafts-card.tsx'
import { NewCampaignButton, NoCampaigns } from './no-campaigns.tsx'

/** A client's campaigns, or those of all clients of an agency. */
export function CampaignListPage() {
  return (
    <ModuleGate>
      <CampaignList />
    </ModuleGate>
  )
}

function CampaignList() {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const { mayCreate } = useCampaignRights()
  const isAgency = me.side === 'agency'
  return (
    <>
      <PageHeader
        title={t('{module} campaigns', { module: isolate(module.name) })}
        description={
          isAgency ? t('Campaigns of all your clients.') : t('Each campaign turns visitors of one site into leads.')
        }
        actions={
          <>
            <EnrichmentLink />
            {mayCreate && <NewCampaignButton />}
          </>
        }
      />
      <InOrder>
        <DraftsCard companyId={me.companyId} clientId="all" />
        <CampaignsTable
          companyId={me.companyId}
          clientId="all"
          showsClient={isAgency}
          empty={<NoCampaigns mayCreate={mayCreate} />}
        />
      </InOrder>
    </>
  )
}
