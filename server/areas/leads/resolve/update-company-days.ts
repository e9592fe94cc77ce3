import type { Pool } from 'pg'
import { modulesOfCompanies } from '#server/areas/campaigns/modules/registry.ts'
import { readWork } from '#server/areas/identity/read-information.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Candidate, Decision } from './batch.ts'
import { isHidden } from './region.ts'

interface CompanyEvent {
  clientId: string
  company: string
  at_ms: number
  isSearch: boolean
}

/**
 * Counts a batch's visits and searches by company and day, in the same transaction, for clients with a campaign that uses
 * company data. The company comes from the person's employer or the visitor's IP range. People who must not be identified are
 * not counted.
 */
export async function updateCompanyDays(
  tx: Tx,
  identityPool: Pool,
  book: Book,
  decisions: readonly Decision[],
): Promise<void> {
  const visits = decisions.map(({ candidate }) => candidate).filter(mayCount)
  const clients = await clientsOfCompanies(tx, book, visits)
  if (clients.size === 0) return
  const events = await companiesOf(
    identityPool,
    visits.filter(({ event }) => clients.has(event.clientId)),
  )
  if (events.length === 0) return
  // Sorted by key, so that two batches never deadlock.
  await tx.query(
    `insert into company_day (agency_id, client_id, company, day, root_id, visits, searches)
     select $1, client_id, company, (at at time zone 'America/New_York')::date as day, $2,
            count(*) filter (where not is_search), count(*) filter (where is_search)
       from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::boolean[]) as one (client_id, company, at, is_search)
      group by client_id, company, day order by client_id, company, day
     on conflict (agency_id, client_id, company, day) do update set
       visits = company_day.visits + excluded.visits, searches = company_day.searches + excluded.searches
     returning 1`,
    [
      book.agencyId,
      book.rootId,
      events.map(({ clientId }) => clientId),
      events.map(({ company }) => company),
      events.map(({ at_ms }) => dateOf(at_ms)),
      events.map(({ isSearch }) => isSearch),
    ],
  )
}

const mayCount = (candidate: Candidate): boolean => {
  const { event, match } = candidate
  const isKnown = match !== null || event.companyDomain !== null
  return isKnown && event.mark === null && event.kind !== 'conversion' && !isHidden(candidate)
}

async function clientsOfCompanies(tx: Tx, { agencyId }: Book, visits: readonly Candidate[]): Promise<Set<string>> {
  const ids = [...new Set(visits.map(({ event }) => event.clientId))]
  if (ids.length === 0) return new Set()
  const { rows } = await tx.query<{ id: string }>(
    `select distinct client_id as id from campaign
      where agency_id = $1 and client_id = any($2::uuid[]) and module = any($3::text[]) and removed_at is null`,
    [agencyId, ids, modulesOfCompanies],
  )
  return new Set(rows.map(({ id }) => id))
}

async function companiesOf(identityPool: Pool, visits: readonly Candidate[]): Promise<CompanyEvent[]> {
  const withoutCompany = visits.filter(({ company, event, match }) => !company && !event.companyDomain && match)
  const work = await readWork(identityPool, [...new Set(withoutCompany.map(({ match }) => match!.person.id))])
  return visits.flatMap(({ company, event, match }) => {
    const domain = company ?? event.companyDomain ?? work.get(match?.person.id ?? -1)?.get('company_domain')
    return domain
      ? [{ clientId: event.clientId, company: domain, at_ms: event.receivedAt_ms, isSearch: event.search !== null }]
      : []
  })
}
