import type { FoundPerson } from '#server/areas/identity/find-persons.ts'
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
  const partsOfPerson = new Map<number, PersonParts>()
  const partsOf = (one: PersonDay): PersonParts => {
    const parts = partsOfPerson.get(one.personId) ?? personParts(running, one, persons.get(one.personId) ?? null)
    partsOfPerson.set(one.personId, parts)
    return parts
  }
  return days.map(({ date, people, stopped }) => ({
    date,
    stopped,
    people: people.map((one) => ({
      personId: one.personId,
      first_ms: one.first_ms,
      at_ms: one.at_ms,
      events: one.events,
      candidate: candidateOf(running, one, partsOf(one)),
    })),
  }))
}

/** What a person's candidates have in common: made once, since a month of a busy site has hundreds of thousands. */
type PersonParts = Pick<Candidate, 'optedOut' | 'match' | 'inCampaign' | 'inClient'>

const personParts = (campaign: Campaign, { personId, search }: PersonDay, person: FoundPerson | null): PersonParts => ({
  optedOut: person?.optedOut ?? false,
  match: person && { person, key: search ? 'signal' : 'cookie', confidence: 1 },
  inCampaign: `${campaign.id} ${personId}`,
  inClient: `${campaign.clientId} ${personId}`,
})

const unknownWork: Candidate['work'] = new Map()
const none: readonly never[] = []

const candidateOf = (campaign: Campaign, one: PersonDay, person: PersonParts): Candidate => ({
  event: {
    id: '',
    tx: 0,
    clientId: campaign.clientId,
    campaignId: campaign.id,
    kind: 'view',
    mark: null,
    isOriginHidden: false,
    hashes: none,
    receivedAt_ms: one.at_ms,
    eventValue_cents: null,
    cookie: null,
    personId: one.personId,
    search: one.search,
    companyDomain: null,
  },
  campaign,
  hasKey: true,
  optedOut: person.optedOut,
  match: person.match,
  work: unknownWork,
  company: null,
  surge: null,
  suspicion: 0,
  isPageExcluded: false,
  contacts: none,
  inCampaign: person.inCampaign,
  inClient: person.inClient,
})
