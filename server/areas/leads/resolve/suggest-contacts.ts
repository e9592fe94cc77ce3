import type { Pool } from 'pg'
import { seniorities } from '#contract/campaigns/profile/kinds.ts'
import { seniorityOf } from '#contract/campaigns/profile/read-kinds.ts'
import { isSuggestion } from '#server/areas/campaigns/modules/registry.ts'
import { findContacts, type Contact } from '#server/areas/identity/employers/find-contacts.ts'
import { findPersons } from '#server/areas/identity/find-persons.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { ReturnedLeadsOf } from '../returned-leads.ts'
import type { Campaign, Candidate } from './batch.ts'

/** Confidence of a suggested contact: the company is known, the visitor is not. */
const confidence = 0.6
/** How many of a company's contacts are considered per visit. */
const maxContacts = 25

/**
 * Adds suggested contacts to visits of unidentified people from a company's IP range. Identified visitors are judged
 * themselves; a visitor who opted out, identified or not, never leads to a suggestion.
 */
export async function addContacts(
  identityPool: Pool,
  candidates: readonly Candidate[],
  optedOut: ReadonlySet<string>,
  returnedLeadsOf: ReturnedLeadsOf,
): Promise<void> {
  const visits = candidates.filter((one) => isOfStranger(one) && !one.event.hashes.some((hash) => optedOut.has(hash)))
  if (visits.length === 0) return
  const contactsOf = await findContacts(identityPool, [...new Set(visits.map(({ event }) => event.companyDomain!))])
  const choices = new Map<string, readonly Contact[]>()
  for (const { event, campaign } of visits) {
    const key = `${event.campaignId} ${event.companyDomain}`
    if (!choices.has(key)) choices.set(key, choose(campaign!, contactsOf.get(event.companyDomain!) ?? []))
  }
  const ids = new Set([...choices.values()].flat().map(({ personId }) => personId))
  const { persons } = await findPersons(identityPool, { hashes: [], ids: [...ids] })
  const returnedLeads = await returnedLeadsOf(() => persons.keys())
  for (const visit of visits) {
    const { event } = visit
    visit.contacts = choices.get(`${event.campaignId} ${event.companyDomain}`)!.flatMap(({ personId, work }) => {
      const person = persons.get(personId)
      const match = person && returnedLeads.trusted({ person, key: 'company', confidence }, event.clientId)
      return match ? [contactOf(visit, match, work)] : []
    })
  }
}

const isOfStranger = ({ event, campaign, match }: Candidate): boolean =>
  match === null && campaign !== null && event.companyDomain !== null && event.mark === null

function choose({ module, moduleSettings }: Campaign, contacts: readonly Contact[]): Contact[] {
  const fitting = hasFault('suggest-anybody')
    ? contacts
    : contacts.filter(({ work }) => isSuggestion(module, moduleSettings, work))
  return fitting.toSorted((a, b) => rankOf(a) - rankOf(b) || a.personId - b.personId).slice(0, maxContacts)
}

/** Sorts by seniority, highest first. */
function rankOf({ work }: Contact): number {
  const seniority = seniorityOf(work.get('seniority') ?? '', work.get('job_title') ?? '')
  const at = seniorities.findIndex(({ id }) => id === seniority)
  return at === -1 ? seniorities.length : at
}

const contactOf = (visit: Candidate, match: NonNullable<Candidate['match']>, work: Candidate['work']): Candidate => ({
  ...visit,
  match,
  optedOut: match.person.optedOut,
  work,
  company: visit.event.companyDomain,
  contacts: [],
  inCampaign: `${visit.event.campaignId} ${match.person.id}`,
  inClient: `${visit.event.clientId} ${match.person.id}`,
})
