import type { Industry } from '#contract/people/profile.ts'
import { addUser } from '#server/areas/people/add-user.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { demoId, mainAgencies, pathOf, wideCompanies, wideUsers } from '../world.ts'
import { wideAgencies } from './wide-agencies.ts'
import { hostWordOf, wideClients } from './wide-clients.ts'

const day_ms = 86_400_000
const rootId = demoId('Leadloom')

const homes: Readonly<Record<string, readonly [industry: Industry, city: string, state: string, zip: string]>> = {
  Leadloom: ['software', 'Chicago', 'IL', '60606'],
  'Acme Growth': ['advertising', 'Chicago', 'IL', '60614'],
  'Brightside Media': ['advertising', 'Phoenix', 'AZ', '85004'],
  Plumbright: ['home-services', 'Oak Park', 'IL', '60302'],
  'Harbor Realty': ['real-estate', 'Milwaukee', 'WI', '53202'],
  'Cedar Dental': ['health', 'Evanston', 'IL', '60201'],
  'Atlas Fitness': ['fitness', 'Madison', 'WI', '53703'],
  'Solstice Solar': ['energy', 'Tucson', 'AZ', '85701'],
  'Juniper Home Care': ['health', 'Mesa', 'AZ', '85201'],
}

/** Fills what people would have entered in three months: details, roles, colleagues, groups, schedules and views. */
export async function seedDetails(tx: Tx, passwordHash: string, at_ms: number, madeAt_ms: number): Promise<void> {
  await seedProfiles(tx, madeAt_ms)
  await seedGroups(tx, madeAt_ms)
  await seedRoles(tx, passwordHash, madeAt_ms)
  await seedColleagues(tx, passwordHash, madeAt_ms)
  await seedSchedules(tx, at_ms, madeAt_ms)
  await seedViews(tx, at_ms)
  await seedTerms(tx, madeAt_ms)
  await seedOperator(tx, at_ms, madeAt_ms)
}

const streets = ['Market Street', 'Oak Avenue', 'Harbor Road', 'Mill Lane', 'Union Street', 'Prospect Avenue'] as const

async function seedProfiles(tx: Tx, madeAt_ms: number): Promise<void> {
  for (const [at, { name }] of wideCompanies.entries()) {
    const { agencyId, clientId } = pathOf(name)
    const of = [
      ...wideAgencies.map((each) => ({ ...each, name: each.company, industry: 'advertising' as const })),
      ...wideClients,
    ]
    const company = of.find((each) => each.name === name)
    const [industry, city, state, zip] = homes[name] ?? [company!.industry, company!.city, company!.state, '']
    const [user] = wideUsers.filter(({ company }) => company === name)
    const contact = user && { name: user.name, email: user.email, phone: phoneOf(at) }
    await tx.query(
      `insert into company_profile (company_id, root_id, agency_id, client_id, industry, phone_e164, phone_country, email,
         address, city, zip, state_code, country_code, contacts, updated_at)
       values ($1, $2, $3, $4, $5, $6, 'US', $7, $8, $9, coalesce(nullif($10, ''),
         (select zip from us_zip where state = $11 and lower(city) = lower($9) order by zip limit 1), ''), $11, 'US', $12, $13)`,
      [
        demoId(name),
        rootId,
        agencyId,
        clientId,
        industry,
        phoneOf(at),
        user ? user.email : `office@${hostWordOf(name)}.test`,
        `${12 + at * 17} ${streets[at % streets.length]}`,
        city,
        zip,
        state,
        JSON.stringify(contact ? { office_manager: contact } : {}),
        dateOf(madeAt_ms),
      ],
    )
  }
}

/** Reserved for fiction. */
const phoneOf = (n: number): string => `+13125550${String(100 + n).padStart(3, '0')}`

async function seedGroups(tx: Tx, madeAt_ms: number): Promise<void> {
  for (const { company } of wideAgencies) {
    const clients = wideClients.filter(({ agency }) => agency === company)
    const agencyId = demoId(company)
    for (const [name, members] of [
      ['Founding clients', clients.slice(0, 3)],
      ['Joined this year', clients.slice(3)],
    ] as const) {
      const id = demoId(`${company} ${name}`)
      await tx.query(
        `insert into company_group (id, company_id, root_id, agency_id, name, created_at, clients)
         values ($1, $2, $3, $2, $4, $5, $6)`,
        [id, agencyId, rootId, name, dateOf(madeAt_ms), members.length],
      )
      await tx.query('update company set company_group_id = $1 where id = any ($2)', [
        id,
        members.map((each) => demoId(each.name)),
      ])
    }
  }
}

const flagsOf = (menus: readonly string[], flags: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(menus.flatMap((menu) => flags.map((flag) => [`${menu}.${flag}`, true])))

const roles = [
  { name: 'Campaign manager', flags: flagsOf(['campaign', 'leads'], ['enable', 'create', 'update', 'delete']) },
  { name: 'Support', flags: flagsOf(['campaign', 'leads'], ['enable', 'update']) },
  { name: 'Reader', flags: flagsOf(['campaign', 'leads'], ['enable']) },
] as const

const administrators = [
  'Priya Nair',
  'Owen Castle',
  'Zuri Amadi',
  'Felix Brandt',
  'Hana Kobayashi',
  'Leon Duarte',
  'Ivy Chandler',
  'Samir Aziz',
] as const

async function seedRoles(tx: Tx, passwordHash: string, madeAt_ms: number): Promise<void> {
  for (const [at, agency] of [...mainAgencies, ...wideAgencies.map(({ company }) => company)].entries()) {
    const agencyId = demoId(agency)
    for (const { name, flags } of roles)
      await tx.query(
        `insert into role (id, company_id, root_id, agency_id, name, flags, created_at, updated_at)
         values ($1, $2, $3, $2, $4, $5, $6, $6)`,
        [demoId(`${agency} ${name}`), agencyId, rootId, name, JSON.stringify(flags), dateOf(madeAt_ms)],
      )
    const name = administrators[at]!
    const email = `${name.split(' ')[0]!.toLowerCase()}@${hostWordOf(agency)}.test`
    await addUser(tx, madeAt_ms + at * day_ms, {
      ...pathOf(agency),
      id: demoId(email),
      companyId: agencyId,
      kind: 'administrator',
      name,
      email,
      passwordHash,
      permissions: {},
      roleId: demoId(`${agency} ${roles[at % 2]!.name}`),
    })
  }
}

/** What a client's colleagues may do (`contract/people/team-rights.ts`), and what they are called. */
const colleagues = [
  ['Plumbright', 'Nell Garrity', ['work']],
  ['Plumbright', 'Tobias Renn', ['work', 'pay']],
  ['Harbor Realty', 'Noor Shah', ['work']],
  ['Solstice Solar', 'Wes Calder', ['work', 'pay', 'manage']],
  ['Ironridge Roofing', 'Dee Alvarado', ['work']],
  ['Anchor Mortgage', 'Quinn Mercer', ['work']],
  ['Prairie Auto Group', 'Marla Jensen', ['work', 'pay']],
  ['High Country Movers', 'Reggie Stamos', ['work']],
  ['Magnolia Med Spa', 'Odette Blair', ['work']],
] as const

async function seedColleagues(tx: Tx, passwordHash: string, madeAt_ms: number): Promise<void> {
  for (const [client, name, rights] of colleagues) {
    const email = `${name.split(' ')[0]!.toLowerCase()}@${hostWordOf(client)}.test`
    await addUser(tx, madeAt_ms + 5 * day_ms, {
      ...pathOf(client),
      id: colleagueId(name),
      companyId: demoId(client),
      kind: 'client',
      name,
      email,
      passwordHash,
      permissions: { team: true, ...Object.fromEntries(rights.map((right) => [`team.${right}`, true])) },
    })
  }
}

const colleagueId = (name: string): string => demoId(`colleague ${name}`)

/** Who works a client's leads: its own user, and a colleague if there is one. */
export const workersOf = (client: string): string[] => [
  ...wideUsers.filter(({ company }) => company === client).map(({ email }) => demoId(email)),
  ...colleagues.filter(([company]) => company === client).map(([, name]) => colleagueId(name)),
]

async function seedSchedules(tx: Tx, at_ms: number, madeAt_ms: number): Promise<void> {
  const agencies = wideUsers.filter(({ kind }) => kind === 'agencyOwner')
  for (const [at, { company, email }] of agencies.entries())
    for (const [kind, every] of [
      ['campaigns', 'week'],
      ['clients', 'month'],
    ] as const)
      await tx.query(
        `insert into report_schedule (agency_id, id, root_id, kind, of_client_id, module, with_costs, days, format,
           language, every, weekday, monthday, hour, recipients, next_at, time_zone, created_at, updated_at)
         select $1, $2, $3, $4, null, null, false, 'last_30_days', $5, 'en', $6, 1, 1, 7, $7, $8, time_zone, $9, $9
           from company where id = $1 returning 1`,
        [
          demoId(company),
          demoId(`${company} ${kind} schedule`),
          rootId,
          kind,
          kind === 'clients' ? 'pdf' : 'xlsx',
          every,
          [email],
          at === 3 && kind === 'clients' ? null : dateOf(at_ms + (7 + at) * day_ms),
          dateOf(madeAt_ms),
        ],
      )
}

const views = [
  { name: 'To call today', isShared: true, state: { status: 'new', sort: 'created_at', order: 'desc' } },
  { name: 'Qualified, newest first', isShared: false, state: { status: 'qualified' } },
] as const

async function seedViews(tx: Tx, at_ms: number): Promise<void> {
  for (const { kind, company, email } of wideUsers) {
    const { agencyId, clientId } = pathOf(company)
    if (agencyId === null || (kind !== 'client' && kind !== 'agencyOwner')) continue
    for (const { name, isShared, state } of views)
      await tx.query(
        `insert into saved_view (agency_id, company_id, user_id, id, root_id, client_id, list, name, is_shared, state, created_at)
         values ($1, $2, $3, $4, $5, $6, 'leads', $7, $8, $9, $10)`,
        [
          agencyId,
          demoId(company),
          demoId(email),
          demoId(`${email} ${name}`),
          rootId,
          clientId,
          name,
          isShared,
          JSON.stringify(state),
          dateOf(at_ms - 20 * day_ms),
        ],
      )
  }
}

/** What the operator has: imports, one of which failed, coupons, and an agency whose domain waits for its DNS. */
async function seedOperator(tx: Tx, at_ms: number, madeAt_ms: number): Promise<void> {
  const rootUser = demoId('root@leadloom.test')
  await tx.query(
    `insert into custom_domain (agency_id, root_id, domain, token, state, cause, tries, named_at, checked_at)
     values ($1, $2, 'leads.evergreen.example', $3, 'pending', 'txt_missing', 4, $4, $5)`,
    [
      demoId('Evergreen Leads'),
      rootId,
      demoId('evergreen domain').replaceAll('-', ''),
      dateOf(at_ms - 2 * day_ms),
      dateOf(at_ms - 3_600_000),
    ],
  )
  for (const [code, percent, uses] of [
    ['WELCOME25', 25, 3],
    ['PARTNER10', 10, 1],
  ] as const)
    await tx.query(
      `insert into coupon (id, root_id, code, percent, max_uses, uses, created_at, created_by)
       values ($1, $2, $3, $4, 20, $5, $6, $7)`,
      [demoId(`coupon ${code}`), rootId, code, percent, uses, dateOf(madeAt_ms), rootUser],
    )
  for (const [client, cap_cents] of [
    ['Plumbright', 400_000],
    ['Ironridge Roofing', 250_000],
    ['Anchor Mortgage', 500_000],
  ] as const)
    await tx.query(
      `insert into money_cap (agency_id, company_id, client_id, root_id, month_cap_cents, updated_at)
       values ($1, $2, $2, $3, $4, $5)`,
      [pathOf(client).agencyId, demoId(client), rootId, cap_cents, dateOf(madeAt_ms)],
    )
  await seedImports(tx, at_ms)
}

/** How a client pays: by the month, with a fee for the platform. */
async function seedTerms(tx: Tx, madeAt_ms: number): Promise<void> {
  for (const [at, { name, agency }] of wideClients.entries())
    await tx.query(
      `insert into retail_cost (agency_id, root_id, client_id, module, term, platform_fee_cents, valid_from, set_by)
       values ($1, $2, $3, 'local', 'Monthly', $4, $5, $6)`,
      [
        demoId(agency),
        rootId,
        demoId(name),
        [2_900, 4_900, 0, 9_900][at % 4],
        dateOf(madeAt_ms),
        demoId(wideAgencies.find(({ company }) => company === agency)!.email),
      ],
    )
}

const imports = [
  { file: 'people-september.csv', days: 71, status: 'active', rows: 40_000, invalid: 212, error: null },
  { file: 'people-october.csv', days: 39, status: 'active', rows: 58_000, invalid: 96, error: null },
  {
    file: 'trade-fair-scans.csv',
    days: 12,
    status: 'failed',
    rows: 1_840,
    invalid: 1_840,
    error: 'The file has no column of email addresses.',
  },
] as const

async function seedImports(tx: Tx, at_ms: number): Promise<void> {
  const mapping = { email: 'email', first_name: 'first name', last_name: 'last name', zip: 'zip' }
  for (const { file, days, status, rows, invalid, error } of imports) {
    const at = dateOf(at_ms - days * day_ms)
    const isActive = status === 'active'
    await tx.query(
      `insert into identity_import (id, root_id, file_name, status, mapping, columns, rows_total, rows_done, rows_new,
         rows_changed, rows_invalid, error, file_key, created_by, created_at, activated_at, file_removed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $14)`,
      [
        demoId(`import ${file}`),
        rootId,
        file,
        status,
        JSON.stringify(isActive ? mapping : {}),
        JSON.stringify(Object.values(mapping)),
        rows,
        isActive ? Math.round(rows * 0.8) : 0,
        isActive ? Math.round(rows * 0.2) - invalid : 0,
        invalid,
        error,
        `demo/${file}`,
        demoId('root@leadloom.test'),
        at,
        isActive ? at : null,
      ],
    )
  }
}
