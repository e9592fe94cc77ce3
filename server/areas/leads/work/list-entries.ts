import type { LeadEntry, listLeadEntries } from '#contract/leads/lead-work.ts'
import { destinationName, type NamedDestination } from '#server/areas/integrations/destination-name.ts'
import type { Handler } from '#server/platform/http/route.ts'

const maxEntries = 200

interface Row extends Omit<LeadEntry, 'at' | 'edited_at' | 'destination_name'>, NamedDestination {
  at: Date
  edited_at: Date | null
}

/** A lead's history. Row-level security hides the agency's people from its clients, and so their names. */
export const handleListEntries: Handler<typeof listLeadEntries> = async ({ params }, call) => {
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(
      `select entry.id, entry.kind, entry.at, app_user.full_name as author_name, coalesce(entry.by_id = $3, false) as is_own,
              entry.by_api, entry.note as text, entry.edited_at, entry.from_key as "from", entry.to_key as "to",
              to_person.full_name as to_name, destination.kind as destination_kind, destination.url as destination_url
         from lead_entry entry left join app_user on app_user.id = entry.by_id
         left join destination on destination.agency_id = $1 and destination.id = entry.destination_id
         left join app_user to_person
           on to_person.id = case when entry.kind = 'assignee' then entry.to_key::uuid end
        where entry.agency_id = $1 and entry.lead_id = $2
        order by entry.at desc, entry.id desc limit ${maxEntries}`,
      [call.object!.agencyId, params.id, call.caller.userId],
    ),
  )
  return { result: 'success', message: '', data: rows.map(present) }
}

const present = ({ at, edited_at, destination_kind, destination_url, ...row }: Row): LeadEntry => ({
  ...row,
  destination_name: destinationName({ destination_kind, destination_url }),
  at: at.toISOString(),
  edited_at: edited_at?.toISOString() ?? null,
})
