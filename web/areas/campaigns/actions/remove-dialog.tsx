import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { listCampaigns, removeCampaign } from '#contract/campaigns/campaigns.ts'
import { listDrafts } from '#contract/campaigns/ready.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { listDestinations } from '#contract/integrations/destinations.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'

type RemoveDialogProps = { campaign: CampaignRow; onRemoved?: () => void; onClose: () => void }

export function RemoveDialog({ campaign, onRemoved, onClose }: RemoveDialogProps) {
  const t = useT()
  return (
    <ConfirmAction
      title={t('Remove this campaign?')}
      confirmLabel={t('Remove campaign')}
      operation={removeCampaign}
      input={{ body: { campaignId: campaign.campaignId } }}
      invalidates={[listCampaigns, listDrafts, listCompanies, getCompany, listDestinations, ...inboxReads]}
      say={() => {
        notifyDone(t('Deleted!'))
        onRemoved?.()
      }}
      onClose={onClose}
    >
      <p>
        <strong>
          <bdi>{campaign.campaignName}</bdi>
        </strong>
      </p>
      <p>{t('Its pixel stops permanently, and this cannot be undone. Leads, visits and invoices stay.')}</p>
      <p>{t('To keep it, archive it instead.')}</p>
    </ConfirmAction>
  )
}
