import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { useT } from '../../i18n/texts.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { statusNames, statusTones } from './names.ts'

/** A campaign past its end date generates no leads, whatever its status. */
export function CampaignStatusBadge({ status, ended }: Pick<CampaignRow, 'status'> & { ended: boolean }) {
  const t = useT()
  if (ended) return <StatusBadge tone="plain">{t('Ended')}</StatusBadge>
  return <StatusBadge tone={statusTones[status]}>{t(statusNames[status])}</StatusBadge>
}
