import { addUser } from '#server/areas/people/add-user.ts'
import { hashPassword } from '#server/areas/sign-in/passwords.ts'
import { addBrand } from '#server/areas/branding/add-brand.ts'
import { addCompany } from '#server/areas/tenants/add-company.ts'
import { updateAgencyStaff } from '#server/areas/tenants/update-agency-staff.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { writeEmployers } from './companies.ts'
import { seedExclusions } from './exclusions.ts'
import { orderHistory } from './history/make-history.ts'
import { writeOptOuts } from './opt-outs.ts'
import { seedAudiences } from './seed-audiences.ts'
import { seedBanners } from './seed-banners.ts'
import { madeBefore_ms, seedCampaigns, seedOrganizations } from './seed-campaigns.ts'
import { seedQuestions } from './seed-questions.ts'
import {
  agreementTerms,
  clientGroups,
  demoId,
  demoPassword,
  demoSeed,
  developers,
  moduleNames,
  pathOf,
  walkers,
} from './world.ts'
import { seedDetails } from './wide/seed-details.ts'
import { seedLog } from './wide/seed-log.ts'
import { worlds, type World } from './wide/world-size.ts'
import { assignments, paymentAccounts, salesAccounts } from './world-payments.ts'
import { writePersons } from './write-persons.ts'

/**
 * Creates the demo world: tenants, brands, logins, campaigns and the people who visit its sites. Deterministic for a
 * seed on every machine. Its history and the other people are generated while the program runs (`fillPast`, `fillPersons`).
 */
export async function seedDemo(platform: Platform): Promise<void> {
  const at = new Date(platform.clock.now())
  const madeAt_ms = at.getTime() - madeBefore_ms
  await writeEmployers(platform.identityPool, at)
  await writePersons(platform.identityPool, demoSeed, { from: 0, upTo: walkers }, at)
  await writeOptOuts(platform.identityPool, at)
  // One hash for all: everybody has the same password, and hashing is slow by design.
  const passwordHash = await hashPassword(demoPassword, '')
  const rootId = demoId('Leadloom')
  const world = worlds[platform.config.DEMO_WORLD]
  await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    await seedCompanies(tx, world, madeAt_ms)
    await seedGroups(tx, madeAt_ms)
    await seedDevelopers(tx, rootId)
    await seedBrands(tx, world, at.getTime())
    await seedUsers(tx, world, passwordHash, madeAt_ms)
    await seedSales(tx)
    await seedCampaigns(tx, world, platform.config, at.getTime())
    await seedOrganizations(tx, madeAt_ms)
    await seedQuestions(tx)
    await seedAudiences(tx, madeAt_ms)
    await seedBanners(tx, madeAt_ms)
    await seedExclusions(tx, madeAt_ms)
    if (world.size === 'wide') {
      await seedDetails(tx, passwordHash, at.getTime(), madeAt_ms)
      await seedLog(tx, platform, at.getTime())
    }
    await orderHistory(tx, { world, began_ms: at.getTime(), days: platform.config.DEMO_DAYS }, platform.config.PORT)
  })
}

const day_ms = 86_400_000
const smallWorld = worlds.small.companies.length

async function seedCompanies(tx: Tx, { companies }: World, now_ms: number): Promise<void> {
  for (const [at, { name, kind }] of companies.entries()) {
    const { rootId, agencyId } = pathOf(name)
    // Those that only the wide world has came one after the other, in the year before.
    const joined_ms = at < smallWorld ? now_ms : now_ms - (companies.length - at) * 9 * day_ms
    await addCompany(tx, joined_ms, { id: demoId(name), kind, name, rootId, agencyId })
    if (kind === 'agency')
      await tx.query('insert into resolve_watermark (agency_id, root_id) values ($1, $2) on conflict do nothing', [
        agencyId,
        rootId,
      ])
  }
  for (const [name, { payoutsEnabled, requirements }] of Object.entries(paymentAccounts))
    await tx.query('update company set payouts_enabled = $2, account_requirements = $3 where id = $1', [
      demoId(name),
      payoutsEnabled,
      requirements,
    ])
}

async function seedGroups(tx: Tx, now_ms: number): Promise<void> {
  for (const { agency, name, clients } of clientGroups) {
    const { rootId, agencyId } = pathOf(agency)
    await tx.query(
      'insert into company_group (id, company_id, root_id, agency_id, name, created_at) values ($1, $2, $3, $2, $4, $5)',
      [demoId(`${agency} ${name}`), agencyId, rootId, name, new Date(now_ms)],
    )
    await tx.query('update company set company_group_id = $1 where id = any ($2)', [
      demoId(`${agency} ${name}`),
      clients.map(demoId),
    ])
    await tx.query('update company_group set clients = $2 where id = $1', [demoId(`${agency} ${name}`), clients.length])
  }
}

async function seedDevelopers(tx: Tx, rootId: string): Promise<void> {
  await tx.query('update company set api_mode = true where id = any ($1)', [developers.map(demoId)])
  await tx.query(
    'insert into agreement_terms (root_id, first_time_charge_cents, minimum_spend_cents) values ($1, $2, $3)',
    [rootId, agreementTerms.firstTimeCharge_cents, agreementTerms.minimumSpend_cents],
  )
}

async function seedBrands(tx: Tx, { brands }: World, at_ms: number): Promise<void> {
  for (const brand of brands) {
    const { rootId, agencyId } = pathOf(brand.company)
    await addBrand(tx, at_ms, {
      companyId: demoId(brand.company),
      rootId,
      agencyId,
      name: brand.company,
      legalName: brand.legalName,
      color: brand.color,
      mailFrom: brand.mailFrom,
      logoSvg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="${brand.color}"/><path d="${brand.mark}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" transform="translate(3 3) scale(.75)"/></svg>`,
      modules: moduleNames[brand.company] ?? {},
      hosts: brand.hosts,
    })
  }
}

async function seedSales(tx: Tx): Promise<void> {
  for (const [email, state] of Object.entries(salesAccounts))
    await tx.query('update app_user set account_connected = $2 where id = $1', [demoId(email), state])
  for (const [agency, { salesRep, executive }] of Object.entries(assignments))
    await tx.query('update company set sales_rep_id = $2, account_executive_id = $3 where id = $1', [
      demoId(agency),
      demoId(salesRep),
      executive && demoId(executive),
    ])
  await updateAgencyStaff(tx, Object.keys(assignments).map(demoId))
}

async function seedUsers(tx: Tx, { users }: World, passwordHash: string, at_ms: number): Promise<void> {
  const permissions = Object.fromEntries(
    ['campaign', 'leads', 'settings'].flatMap((menu) =>
      ['enable', 'create', 'update', 'delete'].map((flag) => [`${menu}.${flag}`, true]),
    ),
  )
  for (const user of users) {
    await addUser(tx, at_ms, {
      ...pathOf(user.company),
      id: demoId(user.email),
      companyId: demoId(user.company),
      kind: user.kind,
      name: user.name,
      email: user.email,
      passwordHash,
      permissions: user.kind === 'administrator' ? permissions : {},
    })
  }
  // Phone numbers reserved for fiction, one each, because the forms require one.
  await tx.query(
    `update app_user set phone_e164 = '+121255501' || lpad(line::text, 2, '0'), phone_country = 'US'
     from unnest($1::uuid[]) with ordinality as person (id, line) where app_user.id = person.id`,
    [users.map(({ email }) => demoId(email))],
  )
  // Mark the tour as seen for everybody in the demo: it would cover what is to be shown.
  await tx.query('update app_user set toured_at = $2 where id = any ($1)', [
    users.map(({ email }) => demoId(email)),
    new Date(at_ms),
  ])
}
