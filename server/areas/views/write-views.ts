import { sentences } from '#contract/core/sentences.ts'
import { readListState } from '#contract/views/saved-lists.ts'
import { maxViews, type addSavedView, type changeSavedView, type removeSavedView } from '#contract/views/saved-views.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { ownViews } from './own-views.ts'

const isForClient = (call: SignedInCall): boolean => call.caller.kind === 'client'

export const handleAddView: Handler<typeof addSavedView> = async ({ params, body }, call) => {
  const scope = ownViews(call)
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  await call.inScope(async (tx) => {
    await lockViews(tx, scope)
    await assertRoom(tx, scope)
    await assertNameIsFree(tx, scope, params.list, body.name, id)
    const { rootId, clientId } = call.object!
    const state = readListState(params.list, body.state, isForClient(call))
    await tx.query(
      `insert into saved_view (agency_id, company_id, user_id, id, root_id, client_id, list, name, is_shared, state, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [...scope, id, rootId, clientId, params.list, body.name, body.is_shared, JSON.stringify(state), dateOf(now_ms)],
    )
  })
  return { result: 'success', message: 'The view was saved.', data: { id } }
}

export const handleChangeView: Handler<typeof changeSavedView> = async ({ params, body }, call) => {
  const scope = ownViews(call)
  const state = body.state && JSON.stringify(readListState(params.list, body.state, isForClient(call)))
  await call.inScope(async (tx) => {
    await lockViews(tx, scope)
    if (body.name !== undefined) await assertNameIsFree(tx, scope, params.list, body.name, params.id)
    const { rowCount } = await tx.query(
      `update saved_view set name = coalesce($6, name), is_shared = coalesce($7, is_shared), state = coalesce($8::jsonb, state)
        where agency_id = $1 and company_id = $2 and user_id = $3 and list = $4 and id = $5`,
      [...scope, params.list, params.id, body.name ?? null, body.is_shared ?? null, state ?? null],
    )
    if (!rowCount) throw invalid('id', sentences.id)
  })
  return { result: 'success', message: 'The view was saved.' }
}

export const handleRemoveView: Handler<typeof removeSavedView> = async ({ params }, call) => {
  const { rowCount } = await call.inScope((tx) =>
    tx.query(
      'delete from saved_view where agency_id = $1 and company_id = $2 and user_id = $3 and list = $4 and id = $5',
      [...ownViews(call), params.list, params.id],
    ),
  )
  if (!rowCount) throw invalid('id', sentences.id)
  return { result: 'success', message: 'The view was removed.' }
}

/** So that of two saves at once the second one finds the name and the number of the first. */
const lockViews = async (tx: Tx, scope: readonly string[]): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('saved views ' || $1, 0))`, [scope.join()])
}

async function assertRoom(tx: Tx, scope: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ views: number }>(
    'select count(*)::int as views from saved_view where agency_id = $1 and company_id = $2 and user_id = $3',
    [...scope],
  )
  if (rows[0]!.views >= maxViews)
    throw new Failure('conflict', { message: `You already have ${maxViews} views. Remove one first.` })
}

async function assertNameIsFree(
  tx: Tx,
  scope: readonly string[],
  list: string,
  name: string,
  viewId: string,
): Promise<void> {
  const { rows } = await tx.query(
    `select 1 from saved_view where agency_id = $1 and company_id = $2 and user_id = $3 and list = $4 and name = $5 and id <> $6`,
    [...scope, list, name, viewId],
  )
  if (rows.length > 0) throw invalid('name', 'You already have a view with this name.')
}
