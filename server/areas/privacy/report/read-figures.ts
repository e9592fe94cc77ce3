import { regionRuleOf, regionRules } from '#contract/privacy/region-rules.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { dueOf, isToAnswer } from '../list-requests.ts'
import { scopeOf } from '../request-signs.ts'
import { signalReasons, type Figures } from './figures.ts'

const day_ms = 24 * 3_600_000
const longest_ms = 60_000

/** Only the law's: an agency's own rules may have changed during the day. */
const lawfullyNobody = regionRules
  .flatMap(({ countries }) => countries)
  .filter((country) => regionRuleOf(country) !== 'identify')

type Row = Omit<Figures, 'identified' | 'daysLeft' | 'retentionDue' | 'retentionDone'> & {
  nextDueAt: Date | null
  wrong: number
}

const figuresText = `
  select
    (select coalesce(json_object_agg(reason, seen), '{}') from (
      select reason, sum(count)::int as seen from visit_count
       where agency_id = $1 and hour >= $2 and hour < $3 and reason = any($6) group by reason order by reason) as counted) as signals,
    (select count(*)::int from privacy_request
      where agency_id = $1 and kind = 'opt_out' and received_at >= $2 and received_at < $3) as "optOuts",
    (select count(*)::int from privacy_request where agency_id = $1 and ${isToAnswer}) as open,
    (select min(${dueOf}) from privacy_request where agency_id = $1 and ${isToAnswer}) as "nextDueAt",
    (select count(*)::int from privacy_request
      where agency_id = $1 and kind = 'delete' and done_at >= $2 and done_at < $3) as deletions,
    (select count(*)::int from privacy_request
      where agency_id = $1 and kind = 'delete' and done_at >= $2 and done_at < $3 and verified_at is not null) as verified,
    (select count(*)::int from take_back where agency_id = $1 and id >= $4 and id < $5) as told,
    (select count(*)::int from take_back where agency_id = $1 and status in ('waiting', 'manual')) as untold,
    (select count(*)::int from lead
      where agency_id = $1 and created_at >= $2 and created_at < $3 and left(consent, 2) = any($7::text[])) as wrong`

/** What happened at one brand on the day that begins at `start_ms`, and what is open now. */
export async function readFigures(
  platform: Platform,
  path: { rootId: string; agencyId: string },
  start_ms: number,
): Promise<Figures> {
  const end_ms = start_ms + day_ms
  const { row, leads } = await inScope(
    platform.appPool,
    scopeOf(path),
    async (tx) => {
      const { rows } = await tx.query<Row>(figuresText, [
        path.agencyId,
        dateOf(start_ms),
        dateOf(end_ms),
        lowestUuidAt(start_ms),
        lowestUuidAt(end_ms),
        signalReasons,
        lawfullyNobody,
      ])
      const people = await tx.query<{ person_id: number; created_at: Date }>(
        `select person_id, created_at from lead
          where agency_id = $1 and created_at >= $2 and created_at < $3 and kind = 'lead' and person_id is not null`,
        [path.agencyId, dateOf(start_ms), dateOf(end_ms)],
      )
      return { row: rows[0]!, leads: people.rows }
    },
    { readOnly: true, statementTimeout_ms: longest_ms },
  )
  const { nextDueAt, wrong, ...figures } = row
  return {
    ...figures,
    ...(await readRetention(platform, start_ms)),
    identified: wrong + (await countOptedOut(platform, leads)),
    daysLeft: nextDueAt && Math.floor((nextDueAt.getTime() - platform.clock.now()) / day_ms),
  }
}

/** Of the whole installation. */
async function readRetention(
  { appPool }: Platform,
  start_ms: number,
): Promise<Pick<Figures, 'retentionDue' | 'retentionDone'>> {
  const { rows } = await appPool.query<Pick<Figures, 'retentionDue' | 'retentionDone'>>(
    `select count(*)::int as "retentionDue", (count(*) filter (where is_done))::int as "retentionDone"
       from retention_day where day = $1::timestamptz at time zone 'UTC'`,
    [dateOf(start_ms)],
  )
  return rows[0]!
}

/** A batch that read the opt-outs just before one came in may still end; what it made is taken back. */
const batch_ms = 60_000

/** Leads of people who had opted out by the time that they were made: asked anew, from what is stored. */
async function countOptedOut(
  { identityPool }: Platform,
  leads: readonly { person_id: number; created_at: Date }[],
): Promise<number> {
  if (leads.length === 0) return 0
  const { rows } = await identityPool.query<{ wrong: number }>(
    `select count(*)::int as wrong from unnest($1::bigint[], $2::timestamptz[]) as lead (person_id, at)
      where exists (select from person_key known join opt_out gone on gone.hash = known.hash
                     where known.person_id = lead.person_id and gone.created_at < lead.at)`,
    [
      plainArray(leads.map(({ person_id }) => person_id)),
      leads.map(({ created_at }) => dateOf(created_at.getTime() - batch_ms)),
    ],
  )
  return rows[0]!.wrong
}
