import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import type { CampaignActions } from './use-campaign-actions.ts'

type RemoveDialogProps = { campaign: CampaignRow | null; actions: CampaignActions; onClose: () => void }

export function RemoveDialog({ campaign, actions, onClose }: RemoveDialogProps) {
  const t = useT()
  const { removal } = actions
  const close = (): void => {
    removal.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={campaign !== null}
      onClose={close}
      title={t('Remove this campaign?')}
      confirmLabel={t('Remove campaign')}
      danger
      submitting={removal.isPending}
      submitError={removal.error}
      onConfirm={() =>
        campaign && removal.mutate({ body: { leadspeek_api_id: campaign.leadspeek_api_id } }, { onSuccess: onClose })
      }
    >
      <p>
        <strong>
          <bdi>{campaign?.campaignName}</bdi>
        </strong>
      </p>
      <p>{t('Its pixel stops for good, and this cannot be undone. Leads, visits and invoices stay.')}</p>
      <p>{t('To put it away for a while, archive it instead.')}</p>
    </ConfirmDialog>
  )
}
