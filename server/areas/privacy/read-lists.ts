import { binaryHexes, binaryTexts } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** By what somebody is known: numbers in the identity data, hashes (hex), addresses in lower case, and phone numbers in E.164. */
export interface KnownBy {
  personIds: readonly number[]
  hashes: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
}

/** A list that somebody uploaded and that holds a person. */
export interface ListWithPerson {
  kind: 'audience' | 'exclusion' | 'enriched'
  /** Who uploaded it. */
  by: string
  /** As whoever uploaded it called it; empty if it has no name. */
  name: string
  since: Date
  person_id: number | null
  /** What was sold for the list's row, and when. */
  added: Record<string, string> | null
  bought_at: Date | null
}

/** The lists of one agency and its clients that hold somebody. */
export async function readLists(tx: Tx, agencyId: string, known: KnownBy): Promise<ListWithPerson[]> {
  const { rows } = await tx.query<ListWithPerson>(
    `select 'audience' as kind, client.name as by, list.name, list.created_at as since, null::bigint as person_id,
            null::jsonb as added, null::timestamptz as bought_at
       from audience_list list join company client on client.id = list.client_id
      where list.agency_id = $1
        and exists (select from audience_list_entry entry where entry.agency_id = $1 and entry.list_id = list.id and ${isIn('entry.hash')})
     union all
     select 'exclusion', company.name, '', min(listed.since), null, null, null
       from (select coalesce(client_id, agency_id) as company_id, created_at as since from exclusion
              where agency_id = $1 and ${isIn('hash')}
             union all
             select coalesce(client_id, agency_id), created_at from exclusion_purged where agency_id = $1 and ${isIn('hash')}
             union all
             select coalesce(staged.client_id, agency_id), now() from exclusion_staged staged
              where agency_id = $1 and (${isIn('md5')} or ${isIn('sha1')} or ${isIn('sha256')})) as listed
       join company on company.id = listed.company_id group by company.id
     union all
     select 'enriched', client.name, list.name, list.created_at, found.person_id, found.added, list.bought_at
       from enrichment_row found join enrichment list on list.agency_id = $1 and list.id = found.enrichment_id
       join company client on client.id = found.client_id
      where found.agency_id = $1
        and (found.person_id = any($3::bigint[]) or exists (
          select from jsonb_array_elements_text(found.cells) as cell
           where lower(trim(cell)) = any($4::text[]) or right(regexp_replace(cell, '\\D', '', 'g'), 10) = any($5::text[])))
     order by since, kind, name`,
    [
      agencyId,
      binaryHexes(known.hashes),
      plainArray(known.personIds),
      binaryTexts([...known.emails, ...known.hashes]),
      binaryTexts(known.phones.map((phone) => phone.slice(-10))),
    ],
  )
  return rows
}

/** Since when the operator's own list of whom nobody gets has somebody; null if it has not. */
export async function readRootList(tx: Tx, rootId: string, hashes: readonly string[]): Promise<ListWithPerson[]> {
  const { rows } = await tx.query<ListWithPerson>(
    `select 'exclusion' as kind, company.name as by, '' as name, min(root_exclusion.created_at) as since, null as person_id, null as added, null as bought_at
       from root_exclusion join company on company.id = $1
      where root_exclusion.root_id = $1 and ${isIn('hash')} group by company.id`,
    [rootId, binaryHexes(hashes)],
  )
  return rows
}

const isIn = (column: string): string => `${column} = any(array(select unnest($2::bytea[])))`
