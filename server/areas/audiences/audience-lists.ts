import type { AudienceList, listAudienceLists, removeAudienceList } from '#contract/audiences/lists.ts'
import { toPage } from '#contract/core/page.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { expiryOf, listIdsIn } from './list-ends.ts'
import { assertMayChange, scopeCondition } from './may-change.ts'

interface ListLine {
  id: string
  name: string
  clientId: string
  clientName: string
  fileName: string
  addresses: number
  endsOn: string | null
  uses: AudienceList['uses']
  createdAt: Date
}

const columns = `l.id, l.name, l.client_id as "clientId", client.name as "clientName", l.file_name as "fileName", l.addresses,
  l.ends_on::text as "endsOn", l.created_at as "createdAt",
  (select coalesce(jsonb_agg(jsonb_build_object('audience_id', a.id, 'audience_name', a.name) order by a.name, a.id), '[]')
     from audience a where a.agency_id = l.agency_id and a.client_id = l.client_id
      and l.id::text in ${listIdsIn('a.definition')}) as uses`

export const handleListAudienceLists: Handler<typeof listAudienceLists> = async ({ query }, call) => {
  const { page, perPage } = query
  const { condition, values } = scopeCondition('l', call.object!)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<ListLine>(
      `select ${columns} from audience_list l
         join company client on client.id = l.client_id and client.removed_at is null
        where ${condition} order by l.name, l.id limit ${perPage} offset ${(page - 1) * perPage}`,
      values,
    )
    const counts = await tx.query<{ total: number }>(
      `select count(*)::integer as total from audience_list l
         join company client on client.id = l.client_id and client.removed_at is null where ${condition}`,
      values,
    )
    const now_ms = call.platform.clock.now()
    return toPage(
      rows.map((row) => presentList(row, now_ms)),
      page,
      perPage,
      counts.rows[0]!.total,
    )
  })
}

const presentList = (row: ListLine, now_ms: number): AudienceList => ({
  list_id: row.id,
  list_name: row.name,
  companyId: row.clientId,
  company_name: row.clientName,
  filename: row.fileName,
  addresses: row.addresses,
  expiry: expiryOf(row.endsOn, now_ms),
  uses: row.uses,
  created_at: row.createdAt.toISOString(),
})

/** Removes a list that no audience uses any more, with its hashes. */
export const handleRemoveAudienceList: Handler<typeof removeAudienceList> = async ({ params }, call) => {
  assertMayChange(call.caller)
  const { agencyId, clientId } = call.object!
  await call.inScope(async (tx) => {
    // Saving an audience locks the client, too, so no audience can start using the list meanwhile.
    await tx.query('select from company where id = $1 for no key update', [clientId])
    const list = await readList(tx, agencyId!, params.id)
    if (!list) throw notFound()
    if (list.uses.length > 0)
      throw new Failure('conflict', {
        message: `Audiences still name it: ${list.uses.length}. Remove it from them first.`,
      })
    await tx.query('delete from audience_list_entry where agency_id = $1 and list_id = $2', [agencyId, params.id])
    await tx.query('delete from audience_list where agency_id = $1 and id = $2', [agencyId, params.id])
    await recordActivity(tx, call, {
      action: 'campaign.audienceListRemoved',
      target: { kind: 'audienceList', id: params.id, name: list.name },
    })
  })
  return { result: 'success', message: 'Deleted!' }
}

async function readList(tx: Tx, agencyId: string, id: string): Promise<ListLine | undefined> {
  const { rows } = await tx.query<ListLine>(
    `select ${columns} from audience_list l join company client on client.id = l.client_id
      where l.agency_id = $1 and l.id = $2`,
    [agencyId, id],
  )
  return rows[0]
}
