import {
  undoFor_ms,
  type ExclusionChange,
  type ExclusionJob,
  type ExclusionList as ShownList,
  type readCampaignExclusions,
  type readCompanyExclusions,
  type readExclusionProgress,
} from '#contract/exclusions/lists.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { CursorPosition } from '#server/platform/http/cursor.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { countAddresses } from './entries.ts'
import { listOfCampaign, listOfCompany, type ExclusionList } from './exclusion-list.ts'
import { readGraceDays } from './rule.ts'

const changesPerPage = 20
/** The most uploads whose progress is shown. */
const maxPending = 100

/** A stored change of a list. */
export interface StoredChange {
  id: string
  kind: 'upload' | 'purge'
  file_name: string
  total_rows: number
  rows_done: number
  addresses: number
  credited_leads: number
  credited_retail_e4: number
  created_at: Date
  done_at: Date | null
  undone_at: Date | null
}

/** A change with its position among the pages of the developer API. */
export type PagedChange = StoredChange & CursorPosition

const changeColumns = `id, kind, file_name, total_rows, rows_done, addresses, credited_leads, credited_retail_e4,
  created_at, done_at, undone_at`

/** A page of the changes of a list, newest first. */
async function readChanges(tx: Tx, { agencyId, listId }: ExclusionList, page = 1): Promise<StoredChange[]> {
  const { rows } = await tx.query<StoredChange>(
    `select ${changeColumns} from exclusion_change where agency_id = $1 and list_id = $2
      order by created_at desc, id desc limit ${changesPerPage} offset ${(page - 1) * changesPerPage}`,
    [agencyId, listId],
  )
  return rows
}

/** Where a list stands. */
export interface ListState {
  /** The first page of its changes. */
  latest: StoredChange[]
  /** Uploads in progress, newest first. Later ones may have overtaken one that had to be retried. */
  pending: StoredChange[]
}

export async function readState(tx: Tx, list: ExclusionList): Promise<ListState> {
  const { rows: pending } = await tx.query<StoredChange>(
    `select ${changeColumns} from exclusion_change
      where agency_id = $1 and list_id = $2 and kind = 'upload' and done_at is null
      order by created_at desc, id desc limit ${maxPending}`,
    [list.agencyId, list.listId],
  )
  return { latest: await readChanges(tx, list), pending }
}

/** The changes that follow one in this order, newest first; from the latest one if there is none. */
export async function readChangesAfter(
  tx: Tx,
  { agencyId, listId }: ExclusionList,
  after: CursorPosition | null,
  limit: number,
): Promise<PagedChange[]> {
  const { rows } = await tx.query<PagedChange>(
    `select ${changeColumns}, created_at as at from exclusion_change
      where agency_id = $1 and list_id = $2 ${after ? 'and (created_at, id) < ($4, $5)' : ''}
      order by created_at desc, id desc limit $3`,
    [agencyId, listId, limit, ...(after ? [after.at, after.id] : [])],
  )
  return rows
}

async function countChanges(tx: Tx, { agencyId, listId }: ExclusionList): Promise<number> {
  const { rows } = await tx.query<{ total: number }>(
    'select count(*)::int as total from exclusion_change where agency_id = $1 and list_id = $2',
    [agencyId, listId],
  )
  return rows[0]!.total
}

/**
 * The change that can be undone: the last one in effect, for 24 hours. Only the last, since addresses of an earlier
 * upload may be in a later one too; so may those of one in progress.
 */
export function undoable({ latest, pending }: ListState, now_ms: number): StoredChange | undefined {
  if (pending.length > 0) return undefined
  const last = latest.find(({ undone_at }) => undone_at === null)
  return last?.done_at && now_ms - last.done_at.getTime() < undoFor_ms ? last : undefined
}

const presentJob = ({ id, file_name, rows_done, total_rows, done_at }: StoredChange): ExclusionJob => ({
  id,
  filename: file_name,
  // Only a change that took effect is complete.
  percentage: done_at ? 100 : Math.min(99, Math.floor((rows_done / total_rows) * 100)),
  current_row: rows_done,
  total_row: total_rows,
})

const presentJobs = ({ latest, pending }: ListState): { jobProgress: ExclusionJob[]; jobDone: ExclusionJob[] } => ({
  jobProgress: pending.map(presentJob),
  jobDone: latest
    .filter(({ kind, done_at, undone_at }) => kind === 'upload' && done_at !== null && undone_at === null)
    .map(presentJob),
})

const presentChange = (change: StoredChange, canUndo: boolean): ExclusionChange => ({
  id: change.id,
  kind: change.kind,
  filename: change.file_name,
  total_row: change.total_rows,
  addresses: change.addresses,
  credited_leads: change.credited_leads,
  credited_retail: dollarsFromE4(change.credited_retail_e4),
  created_at: change.created_at.toISOString(),
  done_at: change.done_at?.toISOString() ?? null,
  undone_at: change.undone_at?.toISOString() ?? null,
  can_undo: canUndo,
})

export const handleProgress: Handler<typeof readExclusionProgress> = ({ query }, call) => {
  const list = listOfCompany(call.object!)
  if (list.level !== query.campaignType) throw invalid('campaignType', wrongTypeText)
  return call.inScope(async (tx) => ({ result: 'success', data: presentJobs(await readState(tx, list)) }))
}

export const wrongTypeText = 'This company has no list of this type.'

export const handleReadOfCompany: Handler<typeof readCompanyExclusions> = async ({ query }, call) => ({
  result: 'success',
  data: await readList(call, listOfCompany(call.object!), query.page),
})

export const handleReadOfCampaign: Handler<typeof readCampaignExclusions> = async ({ params, query }, call) => ({
  result: 'success',
  data: await readList(call, listOfCampaign(call.object!, params.campaignId), query.page),
})

const readList = (call: SignedInCall, list: ExclusionList, page: number): Promise<ShownList> =>
  call.inScope(async (tx) => {
    const state = await readState(tx, list)
    const changes = page === 1 ? state.latest : await readChanges(tx, list, page)
    const last = undoable(state, call.platform.clock.now())
    return {
      level: list.level,
      name: await readName(tx, list),
      addresses: await countAddresses(tx, list),
      grace_days: await readGraceDays(tx, list.rootId),
      ...presentJobs(state),
      changes: changes.map((change) => presentChange(change, change.id === last?.id)),
      last_page: Math.max(1, Math.ceil((await countChanges(tx, list)) / changesPerPage)),
    }
  })

async function readName(tx: Tx, { level, agencyId, listId }: ExclusionList): Promise<string> {
  const { rows } =
    level === 'campaign'
      ? await tx.query<{ name: string }>('select name from campaign where agency_id = $1 and id = $2', [
          agencyId,
          listId,
        ])
      : await tx.query<{ name: string }>('select name from company where id = $1', [listId])
  return rows[0]?.name ?? ''
}
