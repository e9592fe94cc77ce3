import type { CampaignRow, CampaignStatus } from '#contract/campaigns/campaign.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { StatusBadge, type Tone } from '../status-badge.tsx'

export const statusNames: Readonly<Record<CampaignStatus, Text>> = {
  draft: msg('Draft'),
  active: msg('Active'),
  pause: msg('Paused'),
  stop: msg('Stopped'),
  archived: msg('Archived'),
}

const statusTones: Readonly<Record<CampaignStatus, Tone>> = {
  draft: 'info',
  active: 'ok',
  pause: 'warn',
  stop: 'bad',
  archived: 'plain',
}

/** A campaign past its end date generates no leads, whatever its status. */
export function CampaignStatusBadge({ status, ended }: Pick<CampaignRow, 'status'> & { ended: boolean }) {
  const t = useT()
  if (ended) return <StatusBadge tone="plain">{t('Ended')}</StatusBadge>
  return <StatusBadge tone={statusTones[status]}>{t(statusNames[status])}</StatusBadge>
}
