import type { CampaignRow, CampaignStatus } from '#contract/campaigns/campaign.ts'
import { archiveCampaign, getCampaign, listCampaigns, setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { listDrafts } from '#contract/campaigns/ready.ts'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import type { CallFailure } from '../../../api/failure.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import { blockerTexts } from '../names.ts'
import { notify, notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { whenServerBusy } from '../../../shells/throw-server-busy.ts'

const reads = [listCampaigns, listDrafts, getCampaign, listCompanies, getCompany, ...inboxReads] as const

/** Actions allowed by status: archived campaigns must be unarchived first, active ones paused first. */
export const canStart = (status: CampaignStatus): boolean =>
  status === 'draft' || status === 'pause' || status === 'stop'
export const canPause = (status: CampaignStatus): boolean => status === 'active'
export const canArchive = (status: CampaignStatus): boolean => status !== 'active' && status !== 'archived'
export const canRemove = (status: CampaignStatus): boolean => status !== 'active'

/** Blockers get our own texts; any other failure shows the server's message. */
function wordsOf(failure: CallFailure, t: Translate): string {
  const fields = Object.keys(failure.fields)
    .map(plainFieldOf)
    .filter((field) => field in blockerTexts)
  return fields.length > 0 ? fields.map((field) => t(blockerTexts[field]!)).join(' ') : whenServerBusy(failure).message
}

export type CampaignActions = {
  start: (campaign: CampaignRow) => void
  pause: (campaign: CampaignRow) => void
  archive: (campaign: CampaignRow) => void
  unarchive: (campaign: CampaignRow) => void
  isBusy: boolean
}

const idOf = ({ campaignId: id }: CampaignRow): string => id

/** Starts, pauses and archives without confirmation, since each can be undone. */
export function useCampaignActions(): CampaignActions {
  const t = useT()
  const activity = useAction(setCampaignActive, { invalidates: reads })
  const archiving = useAction(archiveCampaign, { invalidates: reads })
  const showFailure = (failure: CallFailure): void => notifyFailed(wordsOf(failure, t))
  const setActive = (id: string, status: 'active' | 'pause', message: string): void =>
    activity.mutate(
      { body: { campaignId: id, status } },
      { onSuccess: () => notifyDone(message), onError: showFailure },
    )
  const setArchived = (id: string, isArchived: boolean, onSuccess: () => void): void =>
    archiving.mutate({ body: { campaignId: id, archived: isArchived } }, { onSuccess, onError: showFailure })
  const unarchive = (id: string): void => setArchived(id, false, () => notifyDone(t('Campaign unarchived')))
  const archive = (id: string): void =>
    setArchived(id, true, () =>
      notify('success', t('Campaign archived'), { action: { label: t('Undo'), act: () => unarchive(id) } }),
    )
  return {
    start: (campaign) => setActive(idOf(campaign), 'active', t('Campaign started')),
    pause: (campaign) => setActive(idOf(campaign), 'pause', t('Campaign paused')),
    archive: (campaign) => archive(idOf(campaign)),
    unarchive: (campaign) => unarchive(idOf(campaign)),
    isBusy: activity.isPending || archiving.isPending,
  }
}
