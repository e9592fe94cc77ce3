import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** A visit of a person, or of a browser that is linked to one. */
interface VisitOfPerson {
  person_id: number
  at: Date
  /** Whose site it was. */
  client: string
  kind: string
  page_url: string
  title: string | null
  referrer_host: string | null
  /** What was searched for, if the visit is a search. */
  phrases: string[] | null
}

/** What was concluded about a person, and for whom. */
interface Inference {
  person_id: number
  kind: 'interested' | 'converted' | 'doubted'
  client: string
  at: Date | null
}

/** What one agency's campaigns know of people, besides their leads. */
export interface Traces {
  browsers: number
  visits: VisitOfPerson[]
  inferences: Inference[]
}

/** Needs a longer time than lists have: visits are not in the order of people. */
export async function readTraces(tx: Tx, agencyId: string, personIds: readonly number[]): Promise<Traces> {
  if (personIds.length === 0) return { browsers: 0, visits: [], inferences: [] }
  const values = [agencyId, plainArray(personIds)]
  const visits = await tx.query<VisitOfPerson>(
    `${withLinks}, found as (
       select id, person_id from visit where agency_id = $1 and person_id = any($2::bigint[])
       union
       select visit.id, link.person_id from link
         join visit on visit.agency_id = $1 and visit.client_id = link.client_id and visit.visitor_id = link.visitor_id
        where visit.person_id is null)
     select found.person_id, at, client.name as client, visit.kind, page_url, title, referrer_host,
            (select array_agg(phrase) from jsonb_array_elements_text(search -> 'phrases') as phrase) as phrases
       from found join visit on visit.agency_id = $1 and visit.id = found.id join company client on client.id = visit.client_id
      order by at, visit.id`,
    values,
  )
  const inferences = await tx.query<Inference>(
    `select person_id, told.kind, client.name as client, at
       from (select person_id, 'interested' as kind, client_id, last_at as at from search_match
              where agency_id = $1 and person_id = any($2::bigint[])
             union all
             select person_id, 'converted', client_id, at from conversion
              where agency_id = $1 and person_id = any($2::bigint[])
             union all
             select person_id, 'doubted', client_id, null from match_doubt
              where agency_id = $1 and person_id = any($2::bigint[])) as told
       join company client on client.id = told.client_id
      order by at, client.name, told.kind`,
    values,
  )
  const { rows } = await tx.query<{ browsers: number }>(
    `${withLinks} select count(distinct visitor_id)::int as browsers from link`,
    values,
  )
  return { browsers: rows[0]!.browsers, visits: visits.rows, inferences: inferences.rows }
}

const withLinks = `with link as (
  select person_id, client_id, visitor_id from device_link where agency_id = $1 and person_id = any($2::bigint[]))`
