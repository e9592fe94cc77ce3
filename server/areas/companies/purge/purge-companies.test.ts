import { Readable } from 'node:stream'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { login } from '#contract/sign-in/session.ts'
import { removeUser, restoreCompany } from '#contract/companies/users.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { checkSubdomain } from '#contract/branding/hosts.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { verifyAuditChains } from '#server/areas/activity/verify-audit-chains.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { dropOldPartitions } from '#server/platform/database/partitions.ts'
import { createFiles } from '#server/platform/files.ts'
import { makeCampaign, testPassword } from '#server/test/factories.ts'
import { insertLeads, insertVisits } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { erasures, retainedTables } from './erasures.ts'
import { purgeCompaniesJob } from './purge-companies.ts'

const day_ms = 86_400_000
const start_ms = Date.UTC(2026, 10, 20, 12)
const clock = createStillClock(start_ms)
const canary = 'Quetzalcoatl'
const { db, http, tree } = await openTree({ clock })

const one = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>> =>
  (await db.adminPool.query(text, values)).rows[0]

/** Every table of the program, without partitions. */
const tables = async (where = 'true'): Promise<string[]> =>
  (
    await db.adminPool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       where c.relkind in ('r', 'p') and not c.relispartition and ${where} order by 1`,
    )
  ).rows.map(({ name }) => name)

/** Tables in which any column may contain text. */
async function tablesWith(text: string): Promise<string[]> {
  const tableNames: string[] = []
  for (const name of await tables()) {
    const { rows } = await db.adminPool.query(`select from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`])
    if (rows.length > 0) tableNames.push(name)
  }
  return tableNames
}

/** An agency with its canary text in all of its data. */
async function fill(): Promise<void> {
  const { acme } = tree
  const client = acme.clients[0]!
  await db.adminPool.query(`update company set name = $2 || name where agency_id = $1`, [acme.id, canary])
  await db.adminPool.query(
    `update app_user set full_name = $2 || full_name, phone_e164 = '+12125550177', picture_key = case when id = $3 then 'a-picture' end
     where agency_id = $1`,
    [acme.id, canary, acme.owner.id],
  )
  await createFiles(http.platform.config).store('a-picture', Readable.from(['a face']))
  const body = {
    companyID: acme.id,
    settingname: 'smtp',
    host: `smtp.${canary.toLowerCase()}.com`,
    port: 587,
    security: 'tls',
    username: canary,
    password: canary,
    from_name: canary,
    from_email: `x@${canary.toLowerCase()}.com`,
  }
  expect((await http.as(acme.owner).call(saveSetting, { body } as never)).status).toBe(200)
  await db.adminPool.query('update brand set contact_name = $2 where company_id = $1', [acme.id, canary])
  const campaign = await makeCampaign(db, client, { status: 'stop', name: canary })
  await db.adminPool.query('update campaign set thank_you_url = $2, answers = $3 where id = $1', [
    campaign.id,
    `https://x/${canary}`,
    { asked: { question: canary, answer: canary } },
  ])
  const at_ms = start_ms - day_ms
  const [lead] = await insertLeads(db, acme, [
    {
      client,
      campaign,
      at_ms,
      firstName: canary,
      lastName: canary,
      email: `${canary}@example.com`,
      pageUrl: `https://x/${canary}`,
    },
    {
      client: acme.clients[1]!,
      campaign: await makeCampaign(db, acme.clients[1]!, { status: 'stop' }),
      at_ms,
      lastName: canary,
    },
  ])
  await db.adminPool.query(
    `update lead set search = jsonb_build_object('phrases', array[$2]), next_action = $2, tags = array[$2] where id = $1`,
    [lead!.id, canary],
  )
  await db.adminPool.query(
    `insert into lead_entry (agency_id, id, root_id, client_id, lead_id, at, kind, by_id, note)
     select agency_id, id, root_id, client_id, id, created_at, 'note', $2, $3 from lead where agency_id = $1`,
    [acme.id, acme.owner.id, canary],
  )
  await insertVisits(db, acme, [{ client, campaign, at_ms, reason: 'lead', leadId: lead!.id, title: canary }])
  await db.adminPool.query(
    `insert into user_profile (user_id, root_id, agency_id, address, updated_at) values ($1, $2, $3, $4, now())`,
    [acme.owner.id, acme.owner.rootId, acme.id, canary],
  )
  await db.adminPool.query(
    `insert into payment_card (company_id, root_id, agency_id, gateway, customer_id, card_id, brand, last4, exp_month, exp_year,
       cardholder, address, city, zip, state_code, country_code, updated_at)
     values ($1, $2, $1, 'sandbox', 'cus_1', 'card_1', 'visa', '4242', 1, 2030, $3, $3, $3, '1', 'TX', 'US', now())`,
    [acme.id, acme.owner.rootId, canary],
  )
}

test('every table is either erased or kept for a reason', async () => {
  const knownTables = new Set([...erasures.map(({ table }) => table), ...Object.keys(retainedTables)])
  const of = `exists (select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
    and a.attname in ('root_id', 'agency_id', 'client_id', 'company_id', 'user_id', 'credential_id'))`
  const tablesThere = await tables(of)
  expect(tablesThere.length).toBeGreaterThan(50)
  expect(tablesThere.filter((name) => !knownTables.has(name))).toEqual([])
  expect([...knownTables].filter((name) => !tablesThere.includes(name))).toEqual([])
})

describe('a removed company', () => {
  test('is left unchanged for 30 days, and can be restored', async () => {
    await fill()
    const { acme, root } = tree
    expect(
      (await http.as(root.system).call(removeUser, { params: { companyID: acme.id, userID: acme.owner.id } } as never))
        .status,
    ).toBe(200)
    clock.advance(30 * day_ms - 1)
    http.forget()
    await purgeCompaniesJob.run(http.platform, {})
    expect(await tablesWith(canary)).toEqual(
      expect.arrayContaining(['app_user', 'brand', 'campaign', 'company', 'lead', 'mail_server', 'visit']),
    )
    expect(await one('select count(*)::int as n from company where purged_at is not null')).toEqual({ n: 0 })
  })

  test('is then purged even if a run fails midway, and its data remains only in the log and in visits', async () => {
    const { acme } = tree
    const purgedAt = async () => (await one('select purged_at from company where id = $1', [acme.id]))['purged_at']
    clock.advance(1)
    await db.adminPool.query('alter table lead add constraint stop check (false) not valid')
    await purgeCompaniesJob.run(http.platform, {})
    expect(await purgedAt()).toBeNull()
    await db.adminPool.query('alter table lead drop constraint stop')
    await purgeCompaniesJob.run(http.platform, {})
    // Visits are deleted with their day's partition; nobody may change one.
    expect(await tablesWith(canary)).toEqual(['activity', 'visit'])
    expect(await tablesWith(acme.owner.email)).toEqual([])
    expect((await one('select purged_at from company where id = $1', [acme.id])).purged_at).toEqual(
      new Date(clock.now()),
    )
    expect(existsSync(join(http.platform.config.DATA_DIR, 'files', 'a-picture'))).toBe(false)
    const before = await one('select count(*)::int as n from activity')
    await purgeCompaniesJob.run(http.platform, {})
    expect(await one('select count(*)::int as n from activity')).toEqual(before)
  })

  test('allows no sign-in, cannot be restored, and shows nothing on its hosts', async () => {
    const { acme, root } = tree
    const { email, host } = acme.owner
    for (const at of [host, 'localhost']) {
      const { status } = await http.anonymous(at).call(login, { body: { username: email, password: testPassword } })
      expect([at, status]).toEqual([at, expect.toSatisfy((code: number) => code >= 400)])
    }
    http.forget()
    expect((await http.as(root.system).call(restoreCompany, { body: { companyID: acme.id } } as never)).status).toBe(
      404,
    )
    expect([await findHost(http.platform, host), await readBoot(http.platform, host)]).toEqual([null, null])
  })

  test('keeps its money, lead prices and log unchanged', async () => {
    const { acme } = tree
    const { rows } = await db.adminPool.query(
      'select retail_price_e4, wholesale_price_e4, last_name from lead where agency_id = $1',
      [acme.id],
    )
    expect(rows).toEqual([
      { retail_price_e4: 15_000, wholesale_price_e4: 5_000, last_name: '' },
      { retail_price_e4: 15_000, wholesale_price_e4: 5_000, last_name: '' },
    ])
    expect((await verifyLedger(http.platform.appPool, [])).flatMap(({ problems }) => problems)).toEqual([])
    expect(await verifyAuditChains(http.platform.appPool)).toMatchObject({ problems: [] })
    const entry = await one(
      `select action, target_id, target_name from activity where book_id = $1 and target_id = $2::text order by seq desc limit 1`,
      [acme.id, acme.id],
    )
    expect(entry).toEqual({ action: 'company.purged', target_id: acme.id, target_name: null })
  })

  test('reserves its names for another 90 days, and leaves other companies’ data alone', async () => {
    const ask = async () =>
      (
        await http
          .as(tree.brightside.owner)
          .call(checkSubdomain, { query: { companyID: tree.brightside.id, subdomain: 'acme' } })
      ).body.data
    http.forget()
    expect(await ask()).toMatchObject({ is_available: false, message: 'This subdomain is taken.' })
    clock.advance(90 * day_ms)
    http.forget()
    expect(await ask()).toMatchObject({ is_available: true })
    await dropOldPartitions(db.ownerPool, 'visit', clock.now(), { retention_days: 90 })
    expect(await tablesWith(canary)).toEqual(['activity'])
    expect(await one('select email from credential where user_id = $1', [tree.brightside.owner.id])).toEqual({
      email: tree.brightside.owner.email,
    })
    expect(await readBoot(http.platform, tree.brightside.host)).not.toBeNull()
  })
})

test('campaigns of a purged client are no longer counted', async () => {
  const { agency } = tree.other
  const client = agency.clients[0]!
  await makeCampaign(db, client, { status: 'stop' })
  const list = async () => {
    const params = { companyID: agency.id, clientID: 'all' }
    const { body } = await http.as(agency.owner).call(listCampaigns, { params })
    return [body.total, body.data.length]
  }
  expect(await list()).toEqual([1, 1])
  const removal = [client.id, new Date(clock.now() - 40 * day_ms)]
  await db.adminPool.query('update company set removed_at = $2 where id = $1', removal)
  await purgeCompaniesJob.run(http.platform, {})
  expect(await list()).toEqual([0, 0])
})

test('a company that cannot be purged does not block others', async () => {
  const { rows } = await db.adminPool.query<{ id: string }>(
    `update company set removed_at = $2 where agency_id = $1 returning id`,
    [tree.brightside.id, new Date(clock.now() - 40 * day_ms)],
  )
  const ids = rows.map(({ id }) => id).toSorted()
  const purge = async () => {
    await purgeCompaniesJob.run(http.platform, {})
    const companies = await db.adminPool.query<{ id: string }>(
      'select id from company where id = any ($1) and purged_at is not null order by id',
      [ids],
    )
    return companies.rows.map(({ id }) => id)
  }
  expect(await whileRefused(db, 'company', `id <> '${ids[0]}' or purged_at is null`, purge)).toEqual(ids.slice(1))
  expect(await purge()).toEqual(ids)
})
