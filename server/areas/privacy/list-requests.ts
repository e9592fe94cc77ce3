import { toPage } from '#contract/core/page.ts'
import type { RequestKind } from '#contract/privacy/choices.ts'
import {
  dueSoon_days,
  type listPrivacyRequests,
  type PrivacyRequest,
  type RequestStage,
} from '#contract/privacy/requests.ts'
import { stateLaws } from '#contract/privacy/state-laws.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'

const day_ms = 24 * 3_600_000

/** SQL of how far a request is. One to see needs nobody: it answers itself. */
const stageOf = `case
    when appealed_at is not null and appeal_decided_at is null then 'appealed'
    when coalesce(appeal_outcome, outcome) = 'refused' then 'refused'
    when done_at is not null then 'answered'
    when kind <> 'opt_out' and proved_at is null then 'unconfirmed'
    else 'open' end`
/** Until when the operator must answer what is open. */
export const dueOf = `case when appealed_at is not null and appeal_decided_at is null then appeal_due_at else due_at end`
/** What is open and waits for somebody: a code that was never typed does not, nor does a file that nobody fetched. */
export const isToAnswer = `(appealed_at is not null and appeal_decided_at is null
    or done_at is null and kind <> 'see' and (kind = 'opt_out' or proved_at is not null))`

export interface RequestRow {
  id: string
  number: string
  kind: RequestKind
  stage: RequestStage
  host: string
  state_code: string | null
  received_at: Date
  due_at: Date
  done_at: Date | null
  extended_at: Date | null
  is_to_answer: boolean
}

export const requestColumns = `id, number, kind, ${stageOf} as stage, host, state_code, received_at, ${dueOf} as due_at, done_at,
  extended_at, ${isToAnswer} as is_to_answer`

export const handleListRequests: Handler<typeof listPrivacyRequests> = ({ query }, call) =>
  call.inScope(async (tx) => {
    const now_ms = call.platform.clock.now()
    const only = (value: string): string | null => (value === '' || value === 'all' ? null : value)
    const until_ms = { soon: now_ms + dueSoon_days * day_ms, overdue: now_ms }[only(query.due) as 'soon' | 'overdue']
    const { rows } = await tx.query<RequestRow & { total: number }>(
      `select ${requestColumns}, count(*) over ()::integer as total from privacy_request
        where root_id = $1 and ($2::text is null or ${stageOf} = $2) and ($3::text is null or kind = $3)
          and ($4::timestamptz is null or ${isToAnswer} and ${dueOf} <= $4)
        order by ${isToAnswer} desc, case when ${isToAnswer} then ${dueOf} end, received_at desc, id desc
        limit $5 offset $6`,
      [
        call.caller.rootId,
        only(query.stage),
        only(query.kind),
        until_ms === undefined ? null : dateOf(until_ms),
        query.perPage,
        (query.page - 1) * query.perPage,
      ],
    )
    return toPage(
      rows.map((row) => presentRequest(row, now_ms)),
      query.page,
      query.perPage,
      rows[0]?.total ?? 0,
    )
  })

export const presentRequest = (row: RequestRow, now_ms: number): PrivacyRequest => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  stage: row.stage,
  host: row.host,
  law: row.state_code === null ? null : (stateLaws[row.state_code]?.name ?? null),
  received_at: row.received_at.toISOString(),
  due_at: row.due_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
  days_left: row.is_to_answer ? Math.floor((row.due_at.getTime() - now_ms) / day_ms) : null,
  extended: row.extended_at !== null,
})
