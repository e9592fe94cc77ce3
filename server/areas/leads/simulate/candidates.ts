import type { FoundPerson } from '#server/areas/identity/public.ts'
import type { Campaign, Candidate } from '../resolve/batch.ts'
import type { PastDay, PersonDay, Stopped } from './past.ts'

/** A person's day as the stages see it. */
export interface DayOfPerson {
  personId: number
  first_ms: number
  at_ms: number
  events: number
  candidate: Candidate
}

export interface DayToRun {
  date: string
  people: readonly DayOfPerson[]
  stopped: Stopped[]
}

/**
 * The candidates of each day for a campaign that would have run throughout. Employment is not looked up yet. A
 * simulation covers identified visitors only, so there are no suggested contacts.
 */
export function daysToRun(
  campaign: Campaign,
  days: readonly PastDay[],
  persons: ReadonlyMap<number, FoundPerson>,
): DayToRun[] {
  const anytime = { startsAt_ms: -Infinity, endsAt_ms: Infinity }
  const running: Campaign = { ...campaign, isActive: true, ...anytime }
  return days.map(({ date, people, stopped }) => ({
    date,
    stopped,
    people: people.map((one) => ({ ...one, candidate: candidateOf(running, one, persons.get(one.personId) ?? null) })),
  }))
}

const unknownWork: Candidate['work'] = new Map()

const candidateOf = (campaign: Campaign, one: PersonDay, person: FoundPerson | null): Candidate => ({
  event: {
    id: '',
    tx: 0,
    clientId: campaign.clientId,
    campaignId: campaign.id,
    kind: 'view',
    mark: null,
    hashes: [],
    receivedAt_ms: one.at_ms,
    eventValue_cents: null,
    cookie: null,
    personId: one.personId,
    search: one.search,
    companyDomain: null,
  },
  campaign,
  hasKey: true,
  optedOut: person?.optedOut ?? false,
  match: person && { person, key: one.search ? 'signal' : 'cookie', confidence: 1 },
  work: unknownWork,
  company: null,
  surge: null,
  isPageExcluded: false,
  contacts: [],
  inCampaign: `${campaign.id} ${one.personId}`,
  inClient: `${campaign.clientId} ${one.personId}`,
})
