import { Alert, Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { blockerTexts } from '../names.ts'
import { editPath } from '../../../paths/campaigns.ts'

/** What prevents the campaign from starting, with a link to fix it. */
export function Blockers({ campaign, mayEdit }: { campaign: CampaignDetail; mayEdit: boolean }) {
  const t = useT()
  const module = useModule()
  if (campaign.blockers.length === 0 || campaign.status === 'archived') return null
  return (
    <Alert
      color="yellow"
      icon={<IconInfoCircle size={18} stroke={1.75} />}
      title={
        campaign.status === 'active' ? t('This campaign isn’t generating leads') : t('Before this campaign can start')
      }
    >
      <ul>
        {campaign.blockers.map(({ field, message }) => (
          <li key={field}>{t(blockerTexts[plainFieldOf(field)] ?? message)}</li>
        ))}
      </ul>
      {mayEdit && (
        <Button variant="default" size="xs" component={Link} to={editPath(module, campaign.campaignId)}>
          {t('Edit campaign')}
        </Button>
      )}
    </Alert>
  )
}
