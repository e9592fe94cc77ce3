import pg from 'pg'
import { pino } from 'pino'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { createApp } from '#server/platform/http/app.ts'
import { setUpJobs } from '#server/platform/jobs.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { accessHooks, routes } from '#server/routes.ts'
import { makeCampaign, makeTree, type TestCampaign, type TestTree } from '#server/test/factories.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { median, printTable } from './support/figures.ts'
import { productionConfig } from './support/production-config.ts'

// A simulation of thirty days of a million visits, requested as its page does: 200,000 sessions of five pages each, six
// in ten of them by 60,000 known people. Compared in alternation with the one statement that groups the same visits by
// day and person, which every implementation needs.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7)
const visits = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const pages = 5
const people = Math.round((visits * 3) / 50)
const days = 30
const day_ms = 86_400_000
const now_ms = Date.now()

const db = await createBenchDatabase()
await setUpJobs(db.ownerPool)
const admin = new pg.Pool({ host: db.server.socketFolder, user: 'postgres', database: 'leadloom', max: 4 })
try {
  const tree = await makeTree({ adminPool: admin })
  const campaign = await makeCampaign({ adminPool: admin } as never, tree.acme.clients[0]!)
  await fill(tree, campaign)
  await report(tree, campaign)
} finally {
  await admin.end()
  await db.close()
}

async function fill(tree: TestTree, campaign: TestCampaign): Promise<void> {
  await ensureDayPartitions(db.ownerPool, 'visit', now_ms, { daysBack: days + 2, daysAhead: 1 })
  await admin.query(
    `with made as (
       insert into person (first_name, last_name, email, phone_e164, state, zip, source, updated_at)
       select 'Ann', 'Example', 'sim' || n || '@example.com', case when n % 3 > 0 then '+13125550142' end,
              (array['IL', 'TX', 'NY'])[1 + n % 3], lpad((n % 41000)::text, 5, '0'), 'bench', '2026-01-01'
         from generate_series(1, $1::int) n returning id, email)
     insert into person_key select decode(md5(email), 'hex'), id from made`,
    [people],
  )
  const { rows } = await admin.query<{ low: number }>('select min(id) as low from person')
  await admin.query(
    `insert into visit (agency_id, id, root_id, client_id, campaign_id, at, kind, page_url, person_id, match_key, reason)
     select $1, (lpad(to_hex(at_ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || 'a' || substr(md5(n || 'b'), 1, 15))::uuid,
            $2, $3, $4, to_timestamp(at_ms / 1000.0), 'view', 'http://site.localhost/', person_id,
            case when person_id is not null then 'md5' end,
            case when person_id is not null then 'not_active' when s % 10 < 9 then 'no_match' else 'bot' end
       from (select s, $8::bigint + floor(random() * $9 + s * 0)::bigint as began_ms,
                    case when s % 10 < 6 then $5::bigint + floor(random() * $6 + s * 0)::bigint end as person_id
               from generate_series(1, $7::int) s) session
      cross join generate_series(1, ${pages}) page
      cross join lateral (select s * ${pages} + page as n, began_ms + page * 60000 as at_ms) moment`,
    [
      tree.acme.id,
      tree.root.id,
      tree.acme.clients[0]!.id,
      campaign.id,
      rows[0]!.low,
      people,
      visits / pages,
      now_ms - (days - 1) * day_ms,
      (days - 1) * day_ms - 600_000,
    ],
  )
  await admin.query(
    `update campaign set reidentification = '1 week', limit_leads = 5000, limit_period = 'day', require_phone = true,
            national_targeting = false, states = '{IL,NY}' where id = $1`,
    [campaign.id],
  )
  for (const table of ['visit', 'person', 'person_key']) await admin.query(`vacuum analyze ${table}`)
}

async function report(tree: TestTree, campaign: TestCampaign): Promise<void> {
  const { platform, stop } = await startPlatform(
    productionConfig(db.dataDir, 'web'),
    pino({ level: 'warn' }),
    async () => {},
  )
  const plenty = { count: 1_000_000, perSeconds: 60 }
  const app = await createApp(platform, { routes, accessHooks, generalLimits: { user: plenty, company: plenty } })
  const { owner } = tree.acme
  const person = { userId: owner.id, rootId: owner.rootId, kind: owner.kind }
  const token = (await startSession(platform, person, owner.host)).tokens.access_token
  const ways: Record<string, () => Promise<number>> = {
    simulation: async () => {
      const answer = await app.inject({
        url: `/api/leadspeek/simulation/${campaign.id}/${days}`,
        headers: { authorization: `Bearer ${token}`, host: owner.host },
      })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<{ data: { events: number } }>().data.events
    },
    'floor: group by day and person': async () =>
      (
        await admin.query<{ n: number }>(
          `select sum(n)::int as n from (
             select (at at time zone 'America/Chicago')::date, person_id, count(*) as n, max(at) from visit
              where agency_id = $1 and client_id = $2 and campaign_id = $3 group by 1, 2) grouped`,
          [tree.acme.id, tree.acme.clients[0]!.id, campaign.id],
        )
      ).rows[0]!.n,
  }
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, [] as number[]]))
  const figures: Record<string, number> = {}
  for (let round = -1; round < rounds; round++)
    for (const [name, run] of Object.entries(ways)) {
      const began = performance.now()
      figures[name] = await run()
      if (round >= 0) times[name]!.push(performance.now() - began)
    }
  await app.close()
  await stop()
  printTable(
    [`${visits.toLocaleString('en-US')} visits of ${days} days`, 'median ms', 'worst ms', 'events'],
    Object.entries(times).map(([name, each]) => [
      name,
      Math.round(median(each)),
      Math.round(Math.max(...each)),
      figures[name]!,
    ]),
  )
  console.log(JSON.stringify({ bench: 'simulate', median_ms: Math.round(median(times['simulation']!)) }))
}
