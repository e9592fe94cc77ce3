import { readListState, type ListState } from '#contract/views/saved-lists.ts'
import { maxShownViews, type listSavedViews, type SavedView } from '#contract/views/saved-views.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { ownViews } from './own-views.ts'

type Row = Omit<SavedView, 'state'> & { state: ListState }

/** Own views, then those of colleagues, each by name. Those of people who were removed are shown to nobody. */
export const handleListViews: Handler<typeof listSavedViews> = async ({ params }, call) => {
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(
      `select * from (
         select v.id, v.name, v.is_shared, v.user_id = $3 as is_own, u.full_name as owner_name, v.state
           from saved_view v join app_user u on u.id = v.user_id and u.removed_at is null
          where v.agency_id = $1 and v.company_id = $2 and v.list = $4 and (v.user_id = $3 or v.is_shared)
          order by v.user_id = $3 desc, v.created_at desc limit ${maxShownViews}) view
        order by is_own desc, lower(name), id`,
      [...ownViews(call), params.list],
    ),
  )
  const isForClient = call.caller.kind === 'client'
  const data = rows.map((row) => ({ ...row, state: readListState(params.list, row.state, isForClient) }))
  return { result: 'success', data }
}
