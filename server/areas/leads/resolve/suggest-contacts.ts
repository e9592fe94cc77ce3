import type { Pool } from 'pg'
import { seniorities } from '#contract/campaigns/profile/kinds.ts'
import { seniorityOf } from '#contract/campaigns/profile/read-kinds.ts'
import { isSuggestion } from '#server/areas/campaigns/public.ts'
import { findContacts, findPersons, type Contact } from '#server/areas/identity/public.ts'
import { planted } from '#server/platform/planted-fault.ts'
import type { DoubtsOf } from '../doubts.ts'
import type { Campaign, Candidate } from './batch.ts'

/** How sure it is that the contact has to do with the visit: the company is known, the visitor is not. */
const confidence = 0.6
/** So many of a company's contacts are judged for one visit. */
const mostContacts = 25

/**
 * Gives each visit of a stranger from a company's addresses the people there who may be suggested. Whoever is known is judged
 * by themselves; whoever has opted out, known or not, gives nobody away.
 */
export async function addContacts(
  identityPool: Pool,
  candidates: readonly Candidate[],
  optedOut: ReadonlySet<string>,
  doubtsOf: DoubtsOf,
): Promise<void> {
  const visits = candidates.filter((one) => isOfStranger(one) && !one.event.hashes.some((hash) => optedOut.has(hash)))
  if (visits.length === 0) return
  const found = await findContacts(identityPool, [...new Set(visits.map(({ event }) => event.companyDomain!))])
  const chosen = new Map<string, readonly Contact[]>()
  for (const { event, campaign } of visits) {
    const key = `${event.campaignId} ${event.companyDomain}`
    if (!chosen.has(key)) chosen.set(key, choose(campaign!, found.get(event.companyDomain!) ?? []))
  }
  const ids = new Set([...chosen.values()].flat().map(({ personId }) => personId))
  const { persons } = await findPersons(identityPool, { hashes: [], ids: [...ids] })
  const doubts = await doubtsOf(() => persons.keys())
  for (const visit of visits) {
    const { event } = visit
    visit.contacts = chosen.get(`${event.campaignId} ${event.companyDomain}`)!.flatMap(({ personId, work }) => {
      const person = persons.get(personId)
      const match = person && doubts.trusted({ person, key: 'company', confidence }, event.clientId)
      return match ? [contactOf(visit, match, work)] : []
    })
  }
}

const isOfStranger = ({ event, campaign, match }: Candidate): boolean =>
  match === null && campaign !== null && event.companyDomain !== null && event.mark === null

function choose({ module, moduleSettings }: Campaign, contacts: readonly Contact[]): Contact[] {
  const fitting = planted('suggest-anybody')
    ? contacts
    : contacts.filter(({ work }) => isSuggestion(module, moduleSettings, work))
  return fitting.toSorted((a, b) => rankOf(a) - rankOf(b) || a.personId - b.personId).slice(0, mostContacts)
}

/** Whoever stands further up comes first. */
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
