import type { CampaignStatus } from '#contract/campaigns/campaign.ts'
import { useT } from '../../i18n/texts.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { statusNames, statusTones } from './names.ts'

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const t = useT()
  return <StatusBadge tone={statusTones[status]}>{t(statusNames[status])}</StatusBadge>
}
