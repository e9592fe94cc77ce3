import type pg from 'pg'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { makeTenants, openAdmin } from '../calls/fill.ts'
import type { BenchDatabase } from '../support/bench-database.ts'

export const days = 30
const day_ms = 86_400_000
const phrases = 20_000
const keywordsOfCampaign = 3
const people = 2_000_000

/** Pseudorandom numbers derived from other numbers, deterministic and evenly spread. */
const randomBelow = (from: string, below: string | number): string =>
  `(hashint8(${from}) & 2147483647)::bigint % ${below}`

/**
 * Signals of thirty days up to `now_ms`, matched up to the watermark, and campaigns with three phrases each: one signal
 * in seven matches one of a thousand phrases.
 */
export async function fillSignals(
  db: BenchDatabase,
  sizes: { signals: number; campaigns: number; now_ms: number },
): Promise<{ signals: number }> {
  const admin = await openAdmin(db)
  try {
    await makeTenants(admin, sizes.campaigns)
    await admin.query(
      `update campaign set module = 'locator', start_date = '2026-01-01', national_targeting = true, module_settings =
         jsonb_build_object('contextual', '[]'::jsonb, 'topics', '[]'::jsonb, 'windowDays', 7, 'leastSearches', 1, 'description', '',
           'keywords', (select jsonb_agg(jsonb_build_object('kind', 'phrase', 'text', 'wanted w' || (place * ${keywordsOfCampaign} + k)))
                          from generate_series(1, ${keywordsOfCampaign}) k))
         from (select id as of_id, row_number() over (order by id) - 1 as place from campaign) numbered where of_id = campaign.id`,
    )
    await admin.query(
      'insert into resolve_watermark (agency_id, root_id) select distinct agency_id, root_id from campaign on conflict do nothing',
    )
    await admin.query(
      `insert into signal_phrase (text, stems) select 'wanted w' || n, array['want', 'w' || n] from generate_series(1, ${phrases}) n`,
    )
    for (const table of ['signal', 'hit'])
      await ensureDayPartitions(db.ownerPool, table, sizes.now_ms, { daysBack: days + 1, daysAhead: 2 })
    const from_ms = sizes.now_ms - days * day_ms
    await insertSignals(admin, { first: 1, count: sizes.signals, from_ms, until_ms: sizes.now_ms })
    await moveMark(admin)
    await admin.query('vacuum analyze signal')
    await admin.query('vacuum analyze signal_phrase')
    await admin.query('vacuum analyze campaign')
    await admin.query('checkpoint')
    return { signals: sizes.signals }
  } finally {
    await admin.end()
  }
}

/** Ids contain a timestamp, like those of signals. */
export async function insertSignals(
  admin: pg.Client,
  of: { first: number; count: number; from_ms: number; until_ms: number },
): Promise<void> {
  await admin.query(
    `insert into signal (id, at, person_id, phrase_id, kind)
     select (lpad(to_hex(at_ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || 'a' || substr(md5('s' || n), 1, 15))::uuid,
            to_timestamp(at_ms / 1000.0), 1 + ${randomBelow('n', people)}, low + ${randomBelow('-n', phrases)}, 'search'
       from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n
      cross join (select min(id) as low from signal_phrase) phrase
      cross join lateral (select $3::bigint + (n - $1::bigint) * ($4::bigint - $3::bigint) / $2::bigint as at_ms) moment`,
    [of.first, of.count, of.from_ms, of.until_ms],
  )
}

/** Moves the watermark, so that the filled signals count as matched. */
const moveMark = (admin: pg.Client): Promise<unknown> =>
  admin.query(
    `update signal_watermark set (done_tx, done_id) = (select tx, id from signal order by tx desc, id desc limit 1)`,
  )
