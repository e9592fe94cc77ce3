import type { Scope, Tx } from '#server/platform/database/tx.ts'

/** Objects that can be searched by prefix of the words in their names. */
export type NamedKind = 'agency' | 'client' | 'campaign'

export interface FoundName {
  id: string
  name: string
  agencyId: string
}

/** The part of the tree in which names are searched: that of the scope, repeated so that an index can be used. */
function placeOf(scope: Scope): { condition: string; ids: string[] } | null {
  switch (scope.kind) {
    case 'root':
      return { condition: 'root_id = $2', ids: [scope.rootId] }
    case 'agency':
      return { condition: 'agency_id = $2', ids: [scope.agencyId] }
    case 'client':
      return { condition: 'agency_id = $2 and client_id = $3', ids: [scope.agencyId, scope.clientId] }
    default:
      return null
  }
}

/**
 * The first companies or campaigns of the scope with a word that starts with the text, by name. Campaigns of removed
 * clients are not found.
 */
export async function findNames(tx: Tx, kind: NamedKind, text: string, most: number): Promise<FoundName[]> {
  const owner = placeOf(tx.scope)
  if (!owner) return []
  const { rows } = await tx.prepared<FoundName>(
    `find-${most}-${kind}-names-of-${tx.scope.kind}`,
    `with typed as materialized (select left(array_to_string(name_words($1), ' '), 40) as words)
     select id, name, agency_id as "agencyId" from (
       select distinct on (found.id) found.id, found.name, found.agency_id from (
         select of_id as id, name, agency_id from name_start
          where ${owner.condition} and kind = '${kind}' and (select words from typed) <> ''
            and start >= (select words from typed) and start < (select words from typed) || chr(1114111)
            ${kind === 'campaign' ? 'and exists (select from company where company.id = name_start.client_id and company.removed_at is null)' : ''}
          order by start, of_id limit ${most * 4}) found) once
     order by lower(name), id limit ${most}`,
    [text, ...owner.ids],
  )
  return rows
}
