import { maxTagNames } from '#contract/leads/lead-task.ts'
import type { listLeadTags } from '#contract/leads/lead-changes.ts'
import { assertKnownClient, listScopeOf } from '#server/areas/tenants/list-scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Tagged {
  id: string
  clientId: string
  tags: readonly string[]
}

export const handleListTags: Handler<typeof listLeadTags> = async ({ params }, call) => {
  const scope = listScopeOf(call.object!, params.clientId)
  const data = await call.inScope(async (tx) => {
    await assertKnownClient(tx, scope)
    return readTagNames(tx, scope.agencyId, scope.clientId)
  })
  return { result: 'success', message: '', data }
}

/** The names on leads of a client, or of all clients, in order. Jumps from name to name, however many leads have them. */
async function readTagNames(tx: Tx, agencyId: string, clientId: string | null): Promise<string[]> {
  const next = (after: string): string => `
    (select tag from lead_tag where agency_id = $1 ${clientId === null ? '' : 'and client_id = $2'} ${after}
      order by tag limit 1)`
  const { rows } = await tx.query<{ tag: string }>(
    `with recursive name as (
       select ${next('')} as tag
       union all
       select ${next('and tag > name.tag')} from name where name.tag is not null)
     select tag from name where tag is not null limit ${maxTagNames}`,
    clientId === null ? [agencyId] : [agencyId, clientId],
  )
  return rows.map(({ tag }) => tag)
}

/**
 * Tags as the client's other leads spell them, in order and each once. Throws `invalid` if its leads had more names than
 * anybody would find one among.
 */
export async function spellTags(
  tx: Tx,
  agencyId: string,
  clientId: string,
  tags: readonly string[],
): Promise<string[]> {
  if (tags.length === 0) return []
  const names = new Map((await readTagNames(tx, agencyId, clientId)).map((name) => [name.toLowerCase(), name]))
  for (const tag of tags) if (!names.has(tag.toLowerCase())) names.set(tag.toLowerCase(), tag)
  if (names.size > maxTagNames) throw invalid('tags', 'There are 200 tags already. Use one of them.')
  return [...new Set(tags.map((tag) => names.get(tag.toLowerCase())!))].toSorted()
}

/** Keeps the names in step with the tags of leads. */
export async function saveTagNames(
  tx: Tx,
  { rootId, agencyId }: { rootId: string; agencyId: string },
  leads: readonly { before: Tagged; tags: readonly string[] }[],
): Promise<void> {
  const pairs = (list: readonly { id: string; clientId: string; tag: string }[]): unknown[] => [
    list.map(({ id }) => id),
    list.map(({ tag }) => tag),
  ]
  const goneNames = leads.flatMap(({ before, tags }) =>
    before.tags.filter((tag) => !tags.includes(tag)).map((tag) => ({ ...before, tag })),
  )
  const newNames = leads.flatMap(({ before, tags }) =>
    tags.filter((tag) => !before.tags.includes(tag)).map((tag) => ({ ...before, tag })),
  )
  if (goneNames.length > 0)
    await tx.query(
      `delete from lead_tag using unnest($2::uuid[], $3::text[]) as gone (lead_id, tag)
        where lead_tag.agency_id = $1 and lead_tag.tag = gone.tag and lead_tag.lead_id = gone.lead_id`,
      [agencyId, ...pairs(goneNames)],
    )
  if (newNames.length > 0)
    await tx.query(
      `insert into lead_tag (agency_id, root_id, lead_id, tag, client_id)
       select $1, $2, made.lead_id, made.tag, made.client_id
         from unnest($3::uuid[], $4::text[], $5::uuid[]) as made (lead_id, tag, client_id)
       returning 1`,
      [agencyId, rootId, ...pairs(newNames), newNames.map(({ clientId }) => clientId)],
    )
}
