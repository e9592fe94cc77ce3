import type { LeadEntry, listLeadEntries } from '#contract/leads/lead-work.ts'
import type { Handler } from '#server/platform/http/route.ts'

const maxEntries = 200

interface Row extends Omit<LeadEntry, 'at' | 'edited_at'> {
  at: Date
  edited_at: Date | null
}

/** A lead's history. Row-level security hides the agency's people from its clients, and so their names. */
export const handleListEntries: Handler<typeof listLeadEntries> = async ({ params }, call) => {
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(
      `select entry.id, entry.kind, entry.at, app_user.full_name as author_name, entry.by_id = $3 as is_own,
              entry.by_api, entry.note as text, entry.edited_at, entry.from_key as "from", entry.to_key as "to",
              to_person.full_name as to_name
         from lead_entry entry left join app_user on app_user.id = entry.by_id
         left join app_user to_person
           on to_person.id = case when entry.kind = 'assignee' then entry.to_key::uuid end
        where entry.agency_id = $1 and entry.lead_id = $2
        order by entry.at desc, entry.id desc limit ${maxEntries}`,
      [call.object!.agencyId, params.id, call.caller.userId],
    ),
  )
  return { result: 'success', message: '', data: rows.map(present) }
}

const present = ({ at, edited_at, ...row }: Row): LeadEntry => ({
  ...row,
  at: at.toISOString(),
  edited_at: edited_at?.toISOString() ?? null,
})
