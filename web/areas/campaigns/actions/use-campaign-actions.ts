import { isolate } from '../../../i18n/isolate.ts'
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

const nameOf = ({ campaignName }: CampaignRow) => ({ name: isolate(campaignName) })

/** Starts, pauses and archives without confirmation, since each can be undone. */
export function useCampaignActions(): CampaignActions {
  const t = useT()
  const activity = useAction(setCampaignActive, { invalidates: reads })
  const archiving = useAction(archiveCampaign, { invalidates: reads })
  const showFailure = (failure: CallFailure): void => notifyFailed(wordsOf(failure, t))
  const setActive = ({ campaignId }: CampaignRow, status: 'active' | 'pause', onSuccess: () => void): void =>
    activity.mutate({ body: { campaignId, status } }, { onSuccess, onError: showFailure })
  const setArchived = ({ campaignId }: CampaignRow, archived: boolean, onSuccess: () => void): void =>
    archiving.mutate({ body: { campaignId, archived } }, { onSuccess, onError: showFailure })
  // Starting is not undone by a notice that goes away: leads may have come, and cost money.
  const start = (campaign: CampaignRow): void =>
    setActive(campaign, 'active', () => notifyDone(t('{name} was started.', nameOf(campaign))))
  const unarchive = (campaign: CampaignRow): void =>
    setArchived(campaign, false, () => notifyDone(t('{name} was unarchived.', nameOf(campaign))))
  const withUndo = (message: string, act: () => void): void =>
    void notify('success', message, { action: { label: t('Undo'), act } })
  return {
    start,
    pause: (campaign) =>
      setActive(campaign, 'pause', () => withUndo(t('{name} was paused.', nameOf(campaign)), () => start(campaign))),
    archive: (campaign) =>
      setArchived(campaign, true, () =>
        withUndo(t('{name} was archived.', nameOf(campaign)), () => unarchive(campaign)),
      ),
    unarchive,
    isBusy: activity.isPending || archiving.isPending,
  }
}
