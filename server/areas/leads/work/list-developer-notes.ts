import { maxNotesRead, type DeveloperNote, type listDeveloperNotes } from '#contract/leads/developer-lead-work.ts'
import { accessDenied } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row extends Omit<DeveloperNote, 'at' | 'edited_at'> {
  at: Date
  edited_at: Date | null
}

/** Notes are between a client and its agency: the operator's software reads them no more than its people do. */
export const handleListDeveloperNotes: Handler<typeof listDeveloperNotes> = async ({ params }, call) => {
  if (call.caller.agencyId === null) throw accessDenied()
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(
      `select id, at, note as text, by_id as author_id, by_api, edited_at from lead_entry
        where agency_id = $1 and lead_id = $2 and kind = 'note' and note <> ''
        order by at desc, id desc limit ${maxNotesRead}`,
      [call.object!.agencyId, params.id],
    ),
  )
  const data = rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    author_id: row.by_api ? null : row.author_id,
    edited_at: row.edited_at?.toISOString() ?? null,
  }))
  return { data }
}
