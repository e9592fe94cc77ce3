import { setTimeout as sleep } from 'node:timers/promises'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { newId, randomFraction } from '../platform/ids.ts'
import { makeCompaniesOfCampaigns } from './companies-of-campaigns.ts'
import { makePixel, viewOf, type TestPixel } from './collector.ts'
import type { DatabaseAccess } from './kill-stage.ts'
import { md5 } from './pipeline-world.ts'

/** Enough pixels that none hits its rate limit. */
const pixelCount = 40
const agencyCount = 4
const persons = 2_000
const limit = 150

const emailOf = (n: number): string => `p${n}@example.com`

/**
 * Campaigns of a few agencies, each with a destination and every fifth with a limit, and people. Returns a function
 * that makes hits, half of them by known people.
 */
export async function prepareKillWorld({ adminPool }: DatabaseAccess): Promise<() => { i: string }> {
  const rootId = newId(Date.now())
  const agencyIds = Array.from({ length: agencyCount }, () => newId(Date.now()))
  const pixels: TestPixel[] = []
  for (let count = 0; count < pixelCount; count++) {
    pixels.push(await makePixel({ adminPool }, { rootId, agencyId: agencyIds[count % agencyCount]! }))
  }
  await adminPool.query(
    `update campaign set start_date = '2026-01-01', retail_price_e4 = 12500, wholesale_price_e4 = 5000, limit_period = 'total',
            limit_leads = case when get_byte(uuid_send(id), 15) % 5 = 0 then $1::int else 1000000 end`,
    [limit],
  )
  await makeCompaniesOfCampaigns(adminPool)
  // Turn off lead holds, because this test is about crowds of visitors.
  await adminPool.query(
    `insert into lead_hold (agency_id, campaign_id, root_id, client_id, held_at, leads, released_at)
     select agency_id, id, root_id, client_id, created_at, 0, 'infinity' from campaign`,
  )
  await adminPool.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, recipients, created_at)
     select agency_id, uuidv7(), root_id, client_id, id, 'email', '{leads@example.com}', created_at from campaign`,
  )
  await adminPool.query(
    `insert into person (first_name, last_name, email, source, updated_at)
     select 'Ada', 'Lovelace', 'p' || n || '@example.com', 'tests', now() from generate_series(1, $1) n`,
    [persons],
  )
  await adminPool.query(`insert into person_key select decode(md5(email), 'hex'), id from person`)
  let count = 0
  return () => {
    const isKnown = randomFraction() < 0.5
    return viewOf(pixels[count++ % pixelCount]!, {
      i: newId(Date.now()).replaceAll('-', ''),
      ...(isKnown && { h: [md5(emailOf(1 + Math.floor(randomFraction() * persons)))] }),
      v: newId(Date.now()).replaceAll('-', ''),
    })
  }
}

/** How acknowledged hits compare with stored ones. */
export async function compareHits({ adminPool }: DatabaseAccess, acknowledged: ReadonlySet<string>) {
  const { rows } = await adminPool.query<{ id: string }>(`select replace(id::text, '-', '') as id from hit`)
  const ids = new Set(rows.map((row) => row.id))
  return {
    lost: [...acknowledged].filter((id) => !ids.has(id)).length,
    double: rows.length - ids.size,
    stored: ids.size,
  }
}

/** Waits until every stored hit is a visit. Throws on timeout. */
export async function waitUntilResolved({ adminPool }: DatabaseAccess, within_ms: number): Promise<void> {
  const deadline_ms = performance.now() + within_ms
  for (;;) {
    const { rows } = await adminPool.query<{ left: number }>(
      'select ((select count(*) from hit) - (select count(*) from visit))::int as left',
    )
    if (rows[0]!.left === 0) return
    if (performance.now() > deadline_ms) throw new Error(`${rows[0]!.left} hits are not resolved`)
    await sleep(50)
  }
}

/** Counts everything that must not exist; all are 0 if nothing is wrong. */
export async function countWrongs({ adminPool, appPool }: DatabaseAccess): Promise<Record<string, number>> {
  const wrongs: Record<string, number> = {}
  for (const [name, text] of Object.entries(countsOfWrongs))
    wrongs[name] = Number((await adminPool.query<{ count: string }>(text)).rows[0]!.count)
  const books = await verifyLedger(appPool, [verifyLeads])
  return { ...wrongs, 'books not verified': books.flatMap(({ problems }) => problems).length }
}

/** Each join names the agency, so that a cluster can run it too. */
const countsOfWrongs: Readonly<Record<string, string>> = {
  'second leads': `select count(*) from (
    select from lead group by agency_id, campaign_id, person_id having count(*) > 1) twice`,
  'leads without visit': `select count(*) from lead l left join visit v
    on v.agency_id = l.agency_id and v.id = l.visit_id and v.lead_id = l.id and v.reason = 'lead' where v.id is null`,
  'visits without lead': `select count(*) from visit v left join lead l
    on l.agency_id = v.agency_id and l.id = v.lead_id and l.visit_id = v.id where v.reason = 'lead' and l.id is null`,
  'leads without one delivery': `select count(*) from (
    select from lead l left join delivery d on d.agency_id = l.agency_id and d.lead_id = l.id
     group by l.agency_id, l.id having count(d.id) <> 1) wrong`,
  'limits passed': `select count(*) from (
    select from campaign c join lead l on l.agency_id = c.agency_id and l.campaign_id = c.id
     group by c.agency_id, c.id, c.limit_leads having count(*) > c.limit_leads) wrong`,
  'limits miscounted': `select count(*) from (
    select from limit_use u left join lead l on l.agency_id = u.agency_id and l.campaign_id = u.campaign_id
     group by u.agency_id, u.campaign_id, u.used having count(l.id) <> u.used) wrong`,
  'visits miscounted': `select abs((select coalesce(sum(count), 0) from visit_count) - (select count(*) from visit)) as count`,
}

export async function countLeads({ adminPool }: DatabaseAccess): Promise<{ leads: number; full: number }> {
  const { rows } = await adminPool.query<{ leads: number; full: number }>(
    `select (select count(*)::int from lead) as leads,
            (select count(*)::int from visit where reason = 'limit_reached') as full`,
  )
  return rows[0]!
}
