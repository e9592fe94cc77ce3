import type { limitFrequencies, locationTargets, reidentificationTypes } from '#contract/campaigns/campaign.ts'
import type { ReportEvery } from '#contract/campaigns/notices.ts'
import type { AlertValues } from '../../../shells/spend-alert-values.ts'
import type { OwnValues } from '../modules/own-values.ts'

export type Target = (typeof locationTargets)[number]
type Reidentification = (typeof reidentificationTypes)[number]
export type LimitPeriod = (typeof limitFrequencies)[number]

/** A campaign as form values: texts as typed, options as selected. */
export type CampaignValues = OwnValues &
  AlertValues & {
    clientId: string
    name: string
    startDate: string
    /** Empty for no end. */
    endDate: string
    timeZone: string
    /** Windows as parsed by `windowFrom`; none means always. */
    activeHours: string[]
    target: Target
    states: string[]
    zips: string
    requireEmail: boolean
    requirePhone: boolean
    requireAddress: boolean
    reidentification: Reidentification
    reidentifyAcrossClient: boolean
    limitPeriod: LimitPeriod
    limit: string
    spreadEvenly: boolean
    /** Dollars per month; empty for no cap. */
    monthCap: string
    /** Dollars; empty to follow the client's price. */
    price: string
    recipients: string[]
    /** Answers to the agency's questions, by question id. */
    answers: Record<string, string>
    reportEvery: ReportEvery
    hidesPhone: boolean
    /** Ids of the agency users who get notices; none means all who receive its notices. */
    notifyUserIds: string[]
    /** As typed; empty for no notice. */
    notifyAtLeads: string
    hasMinimum: boolean
    minimumLeads: string
    /** Ids of the client's audiences. */
    includeAudiences: string[]
    excludeAudiences: string[]
    /** Marketing organization and external campaign; empty for none. */
    organizationId: string
    externalCampaignId: string
  }
