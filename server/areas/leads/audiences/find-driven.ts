import type { Condition, Definition } from '#contract/audiences/definition.ts'
import { today } from '#server/areas/audiences/list-ends.ts'
import { findPersons } from '#server/areas/identity/find-persons.ts'
import {
  campaignsOfClient,
  holdsPhrase,
  isInForce,
  isPage,
  lowestVisit,
  ofOrganization,
  since,
  type HistoryQuery,
} from './read-known.ts'

/** A superset of an audience's people, and whether it is complete. */
export interface Driven {
  ids: number[]
  isAll: boolean
}

/** The maximum number of people considered; the rest is not counted. */
const maxPeople = 5_000
/** The maximum number of rows read for them, newest first, since some people have many. */
const maxRows = 50_000

/**
 * The largest possible set of included people, if a behavior or list condition bounds it: by the first such condition if all
 * must be met, otherwise by all of them. Null if anyone may be included.
 */
export async function findDriven(history: HistoryQuery, { include }: Definition): Promise<Driven | null> {
  const { match, conditions } = include
  const driving = conditions.filter(isDriving)
  if (driving.length === 0 || (match === 'any' && driving.length < conditions.length)) return null
  const ids = new Set<number>()
  let isAll = true
  for (const condition of match === 'all' ? driving.slice(0, 1) : driving) {
    const some = await drive(history, condition)
    for (const id of some.ids) ids.add(id)
    isAll &&= some.isAll
  }
  return { ids: [...ids].slice(0, maxPeople), isAll: isAll && ids.size <= maxPeople }
}

type Driving = Exclude<Condition, { kind: 'trait' }>
const isDriving = (condition: Condition): condition is Driving => condition.kind !== 'trait'

async function drive(history: HistoryQuery, condition: Driving): Promise<Driven> {
  if (condition.kind === 'excluded')
    return driveByHashes(history, 'select hash from exclusion where agency_id = $1 and list_id = $2', [])
  if (condition.kind === 'listed')
    return driveByHashes(
      history,
      `select e.hash from audience_list l join audience_list_entry e on e.agency_id = $1 and e.list_id = l.id
        where l.agency_id = $1 and l.client_id = $2 and l.id = $3 and ${isInForce('$4')}`,
      [condition.list_id, today(history.now_ms)],
    )
  const [rows, values] = rowsOf(history, condition)
  const people = await history.tx.query<{ id: number; read: number }>(
    `with rows as (${rows} limit ${maxRows})
     select distinct id, (select count(*)::integer from rows) as read from rows limit ${maxPeople + 1}`,
    [history.agencyId, history.clientId, since(history, condition), ...values],
  )
  const rowCount = people.rows[0]?.read ?? 0
  return { ids: people.rows.map(({ id }) => id), isAll: rowCount < maxRows && people.rows.length <= maxPeople }
}

/** SQL for the events of a condition, newest first if an index supports it. Parameters follow agency, client and start. */
function rowsOf(
  history: HistoryQuery,
  condition: Exclude<Driving, { kind: 'excluded' | 'listed' }>,
): [text: string, values: unknown[]] {
  switch (condition.kind) {
    case 'visited':
      return [
        `select v.person_id as id from visit v
          where v.agency_id = $1 and v.client_id = $2 and v.person_id is not null and v.id >= $4 and v.at >= $3 and ${isPage}
            and ($5 = '' or position($5 in lower(v.page_url)) > 0) order by v.id desc`,
        [lowestVisit(history, condition), condition.page.toLowerCase()],
      ]
    case 'lead':
      return [
        `select l.person_id as id from lead l
          where l.agency_id = $1 and l.client_id = $2 and l.person_id is not null and l.kind = 'lead' and l.created_at >= $3
            and ${ofOrganization('$4')} order by l.created_at desc`,
        [condition.organization_id || null],
      ]
    case 'converted':
      return [
        `select person_id as id from conversion
          where agency_id = $1 and campaign_id in ${campaignsOfClient} and at >= $3`,
        [],
      ]
    case 'searched':
      return [
        `select m.person_id as id from search_match m
          where m.agency_id = $1 and m.campaign_id in ${campaignsOfClient} and m.last_at >= $3 and ${holdsPhrase('$4')}`,
        [condition.phrase.toLowerCase()],
      ]
  }
}

/** A list stores three hashes per address. */
const maxHashes = maxPeople * 3

async function driveByHashes(
  { tx, identityPool, agencyId, clientId }: HistoryQuery,
  listId: string,
  values: readonly unknown[],
): Promise<Driven> {
  const { rows } = await tx.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from (${listId} limit ${maxHashes}) listed`,
    [agencyId, clientId, ...values],
  )
  const { persons } = await findPersons(identityPool, { hashes: rows.map(({ hash }) => hash) })
  return { ids: [...persons.keys()], isAll: rows.length < maxHashes }
}
