import type { CampaignDetail, CampaignFields } from '#contract/campaigns/campaign.ts'
import type { NoticeSettings } from '../campaign.ts'

type Fields = 'notifyUserIds' | 'notifyAtLeads' | 'hasMinimum' | 'minimumLeads'

/** Notices on the wire, where 0 means none. */
export const noticesCodec = {
  read: (fields: Partial<CampaignFields>): { [Name in Fields]?: NoticeSettings[Name] | undefined } => ({
    notifyUserIds: fields.notifyUserIds && [...new Set(fields.notifyUserIds)].sort(),
    notifyAtLeads: fields.notifyAtLeads === undefined ? undefined : fields.notifyAtLeads || null,
    hasMinimum: fields.hasMinimum,
    minimumLeads: fields.minimumLeads === undefined ? undefined : fields.minimumLeads || null,
  }),
  present: (settings: NoticeSettings): Pick<CampaignDetail, Fields> => ({
    notifyUserIds: [...settings.notifyUserIds],
    notifyAtLeads: settings.notifyAtLeads ?? 0,
    hasMinimum: settings.hasMinimum,
    minimumLeads: settings.minimumLeads ?? 0,
  }),
}

export const noNotices: NoticeSettings = {
  notifyUserIds: [],
  notifyAtLeads: null,
  hasMinimum: false,
  minimumLeads: null,
}
