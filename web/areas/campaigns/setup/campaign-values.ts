import type { limitFrequencies, locationTargets, reidentificationTypes } from '#contract/campaigns/campaign.ts'
import type { ReportEvery } from '#contract/campaigns/notices.ts'
import type { AlertValues } from '../../../shells/spend-alert-values.ts'
import type { OwnValues } from '../modules/own-values.ts'

export type Target = (typeof locationTargets)[number]
type Reidentification = (typeof reidentificationTypes)[number]
export type LimitPeriod = 'none' | (typeof limitFrequencies)[number]

/** A campaign as its form holds it: texts as they are typed, choices as they are made. */
export type CampaignValues = OwnValues &
  AlertValues & {
    clientId: string
    name: string
    startDate: string
    /** Empty: no end. */
    endDate: string
    timeZone: string
    /** Windows by day of the week, `windowFrom`; none: at any time. */
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
    /** Dollars a month; empty: no cap. */
    monthCap: string
    /** Dollars; empty: the client's, which it follows. */
    price: string
    recipients: string[]
    /** To the agency's questions, by their ids. */
    answers: Record<string, string>
    reportEvery: ReportEvery
    hidesPhone: boolean
    /** Whom of the agency notices go to, by id; none: all who get its notices. */
    notifyUserIds: string[]
    /** As it is typed; empty: no notice. */
    notifyAtLeads: string
    hasMinimum: boolean
    minimumLeads: string
    /** Audiences of the client, by id. */
    includeAudiences: string[]
    excludeAudiences: string[]
    /** Marketing outside; empty: none. */
    organizationId: string
    externalCampaignId: string
  }
