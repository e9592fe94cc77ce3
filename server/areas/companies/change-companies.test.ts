import { beforeEach, describe, expect, test } from 'vitest'
import { acceptAgreement, readAgreement } from '#contract/agreements/acceptances.ts'
import { createCredential } from '#contract/developers/credentials.ts'
import { login } from '#contract/sign-in/session.ts'
import { setNewPassword } from '#contract/sign-in/password.ts'
import { readMe } from '#contract/people/user.ts'
import { createCampaign } from '#contract/campaigns/campaigns.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { toSelectedModules, toSelectedTerms } from '#contract/companies/selections.ts'
import { createUser, removeUser, resendInvitation, restoreCompany, updateUser } from '#contract/companies/users.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { agencyForm, clientForm } from '#server/test/company-forms.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeAgency, makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openWorld } from '#server/test/world.ts'

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
const newpassword = 'a lamp beside the sea'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
beforeEach(() => {
  clock.advance(2 * hour_ms)
  const { root, acme, brightside } = tree
  for (const user of [root.system, acme.owner, acme.admin, acme.bareAdmin, brightside.owner]) http.forget(user)
})

const addAgency = (ClientEmail: string, more = {}) =>
  http.as(tree.root.system).call(createUser, { body: { companyID: tree.root.id, ...agencyForm(ClientEmail, more) } })
const addClient = (by: TestUser, ClientEmail: string, more = {}) =>
  http.as(by).call(createUser, { body: { companyID: tree.acme.id, ...clientForm(ClientEmail, more) } })
const readCompany = async (by: TestUser, id: string) =>
  (await http.as(by).call(getCompany, { params: { id } })).body.data
const names = async (by: TestUser, companyID: string, type: 'agency' | 'client') =>
  (await http.as(by).call(listCompanies, { params: { companyID, type }, query: { PerPage: 100 } })).body.data.map(
    (row) => row.company_name,
  )
const linkTo = async (email: string): Promise<{ host: string; token: string }> => {
  await runJobs(db, http.platform)
  const { text } = mailbox.messages().find((message) => message.to.includes(email))!
  const url = new URL(/http:\S+/.exec(text)![0])
  return { host: url.hostname, token: url.pathname.split('/').at(-1)! }
}
const signIn = async (host: string, username: string): Promise<number> =>
  (await http.anonymous(host).call(login, { body: { username, password: newpassword } })).status

describe('a new agency', () => {
  test('is available at its own subdomain, where its owner sets a password and signs in', async () => {
    const { status, body } = await addAgency('owner@nova.test')
    expect([status, body.message]).toEqual([200, 'Data has been added successfully'])
    const { host, token } = await linkTo('owner@nova.test')
    expect(host).toBe('nova-media.localhost')
    const answer = await http
      .anonymous(host)
      .call(setNewPassword, { body: { token, email: 'owner@nova.test', newpassword } })
    expect(answer.status).toBe(200)
    expect(await signIn('nova-media.localhost', 'owner@nova.test')).toBe(200)
    expect(await names(tree.root.system, tree.root.id, 'agency')).toContain('Nova Media')
    expect(await readCompany(tree.root.system, body.data.company_id)).toMatchObject({
      subdomain: 'nova-media',
      name: 'Nova Lane',
      api_mode: 'F',
    })
  })

  test('needs only a full name and an address (R231), and its name defaults to the person’s (OQ-22)', async () => {
    const { status, body } = await addAgency('bare@one.test', { ClientCompanyName: '' })
    expect(status).toBe(200)
    expect(await readCompany(tree.root.system, body.data.company_id)).toMatchObject({
      company_name: 'Nova Lane',
      subdomain: 'nova-lane',
      selected_modules: toSelectedModules(['local', 'locator', 'enhance', 'b2b']),
      selected_payment_term: toSelectedTerms(['Weekly', 'Monthly', 'OneTime', 'Prepaid']),
    })
  })

  test.each([
    ['ClientFullName', { ClientFullName: ' ' }],
    ['ClientEmail', { ClientEmail: 'nobody' }],
    ['ClientEmail', { ClientEmail: 'owner@acme.test' }],
    ['ClientPhone', { ClientPhone: '12' }],
    ['DownlineSubDomain', { DownlineSubDomain: '-x' }],
    ['DownlineSubDomain', { DownlineSubDomain: 'a'.repeat(64) }],
    ['DownlineSubDomain', { DownlineSubDomain: 'www' }],
    ['DownlineSubDomain', { DownlineSubDomain: 'acme' }],
    ['selectedterms', { selectedterms: [{ term: 'Weekly', status: false }] }],
    ['disabledaddcampaign', { disabledaddcampaign: 'T' }],
    ['ClientPass', { ClientPass: 'password1' }],
  ])('is rejected for its %s: %o, and nothing is created', async (field, more) => {
    const before = (await db.adminPool.query('select count(*) from company')).rows
    const { status, body } = await addAgency(`refused${clock.now()}@nova.test`, more)
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(`"${field}"`)])
    expect((await db.adminPool.query('select count(*) from company')).rows).toEqual(before)
  })

  test('is added only by the root', async () => {
    const { status } = await http.as(tree.acme.owner).call(createUser, {
      body: {
        companyID: tree.acme.id,
        userType: 'userdownline',
        ClientFullName: 'Below',
        ClientEmail: 'below@acme.test',
      },
    })
    expect(status).toBe(422)
    expect((await addClient(tree.acme.bareAdmin, 'bare@acme.test')).status).toBe(403)
  })
})

describe('a new client', () => {
  test('belongs to its agency and is invited to the agency’s host', async () => {
    const { body } = await addClient(tree.acme.owner, 'cleo@park.test', { disabledaddcampaign: 'T' })
    expect((await linkTo('cleo@park.test')).host).toBe('acme.localhost')
    expect(await names(tree.acme.owner, tree.acme.id, 'client')).toContain('Cleo Park')
    expect(await readCompany(tree.acme.owner, body.data.company_id)).toMatchObject({
      disabledaddcampaign: 'T',
      subdomain: '',
    })
    expect(await names(tree.brightside.owner, tree.brightside.id, 'client')).not.toContain('Cleo Park')
  })

  test('R137: signs in at once and gets no invitation if it has a password; an empty password is none', async () => {
    const { body } = await addClient(tree.acme.owner, 'ready@park.test', { ClientPass: newpassword })
    expect(body.data.invited_until).toBeNull()
    const empty = await addClient(tree.acme.owner, 'empty@park.test', { ClientPass: '' })
    expect([empty.status, empty.body.data.invited_until]).toEqual([200, expect.any(String)])
    expect(await signIn('acme.localhost', 'ready@park.test')).toBe(200)
    await runJobs(db, http.platform)
    expect(mailbox.messages().some(({ to }) => to.includes('ready@park.test'))).toBe(false)
  })

  // SEC-3: anyone who set the password knows it.
  test('must replace a password that someone else has set before anything opens', async () => {
    await addClient(tree.acme.owner, 'given@park.test', { ClientPass: newpassword })
    const visitor = http.anonymous('acme.localhost')
    const enter = async (password: string) =>
      (await visitor.call(login, { body: { username: 'given@park.test', password } })).body as Record<string, unknown>
    const step = await enter(newpassword)
    expect(step).toMatchObject({ new_password: true, email: 'given@park.test' })
    expect(step).not.toHaveProperty('access_token')
    const link = { token: step['reset_token'] as string, email: 'given@park.test' }
    const same = await visitor.call(setNewPassword, { body: { ...link, newpassword } })
    expect([same.status, same.body.field]).toEqual([422, 'newpassword'])
    const password = 'seven herons over the weir'
    expect((await visitor.call(setNewPassword, { body: { ...link, newpassword: password } })).status).toBe(200)
    expect(await enter(password)).toHaveProperty('access_token')
  })

  test('is invited again on request until it has accepted', async () => {
    const { body } = await addClient(tree.acme.owner, 'again@park.test')
    const again = () =>
      http.as(tree.acme.owner).call(resendInvitation, {
        body: { companyID: body.data.company_id, ClientID: body.data.id },
      })
    const first = await linkTo('again@park.test')
    clock.advance(1)
    expect((await again()).status).toBe(200)
    const { token } = await linkTo('again@park.test')
    expect(token).not.toBe(first.token)
    await http
      .anonymous('acme.localhost')
      .call(setNewPassword, { body: { token, email: 'again@park.test', newpassword } })
    expect((await again()).status).toBe(409)
  })

  test('gets no product that its agency lacks', async () => {
    await db.adminPool.query(`update company set modules = '{local}' where id = $1`, [tree.brightside.id])
    const { status } = await http.as(tree.brightside.owner).call(createUser, {
      body: {
        companyID: tree.brightside.id,
        userType: 'client',
        ClientFullName: 'Sun',
        ClientEmail: 'sun@solstice.test',
        selectedmodules: [{ type: 'b2b', status: true }],
      },
    })
    expect(status).toBe(422)
  })
})

describe('a changed agency', () => {
  const agencyBody = (agency: { id: string; owner: TestUser }, more = {}) => ({
    companyID: agency.id,
    ClientID: agency.owner.id,
    userType: 'userdownline' as const,
    // R270.
    action: 'downline' as const,
    ClientFullName: 'Owen Acme',
    ClientCompanyName: 'Acme Two',
    ClientEmail: agency.owner.email,
    ClientPhone: '+1 212 555 0123',
    DownlineSubDomain: 'acme-two',
    selectedterms: toSelectedTerms(['Monthly']),
    ...more,
  })
  const change = (by: TestUser, body: ReturnType<typeof agencyBody>) => http.as(by).call(updateUser, { body })

  test('shows its new name, subdomain and terms, and its people sign in at the new host', async () => {
    const agency = await makeAgency(db, { rootId: tree.root.id }, 'Mover', ['Movee'])
    expect((await change(tree.root.system, agencyBody(agency, { DownlineSubDomain: 'moved' }))).status).toBe(200)
    expect(await readCompany(tree.root.system, agency.id)).toMatchObject({
      company_name: 'Acme Two',
      name: 'Owen Acme',
      subdomain: 'moved',
      phonenum: '+12125550123',
      selected_payment_term: toSelectedTerms(['Monthly']),
    })
    expect(await signIn('mover.localhost', agency.owner.email)).not.toBe(200)
    const ownerAtNewHost = { ...agency.owner, host: 'moved.localhost' }
    expect((await http.as(ownerAtNewHost).call(readMe, {})).status).toBe(200)
  })

  test.each([
    ['ClientPhone', { ClientPhone: '' }, 'Please enter valid phone number'],
    ['ClientPhone', { ClientPhone: '+1 212' }, 'Please enter valid phone number'],
    ['selectedterms', { selectedterms: toSelectedTerms([]) }, 'Please select payment term'],
    ['DownlineSubDomain', { DownlineSubDomain: 'brightside' }, 'This subdomain is taken.'],
    ['DownlineSubDomain', { DownlineSubDomain: '-acme' }, ''],
    ['DownlineSubDomain', { DownlineSubDomain: 'acme-' }, ''],
    ['DownlineSubDomain', { DownlineSubDomain: 'a'.repeat(64) }, ''],
    ['ClientCompanyName', { ClientCompanyName: '' }, ''],
    ['ClientFullName', { ClientFullName: ' ' }, ''],
    ['ClientEmail', { ClientEmail: 'nobody' }, ''],
    ['ClientEmail', { ClientEmail: 'else@acme.test' }, 'Only its owner can change the email address of an account.'],
  ])('is rejected for its %s: %o (R225 to R229), and nothing changes', async (field, more, text) => {
    const before = await readCompany(tree.root.system, tree.acme.id)
    const { status, body } = await change(tree.root.system, agencyBody(tree.acme, more))
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(`"${field}"`)])
    expect(JSON.stringify(body)).toContain(text)
    expect(await readCompany(tree.root.system, tree.acme.id)).toEqual(before)
  })

  test('keeps a product while its campaigns run, and the error names them (R230)', async () => {
    const agency = await makeAgency(db, { rootId: tree.root.id }, 'Keeper', ['Kept'])
    const visits = await makeCampaign(db, agency.clients[0]!)
    const searches = await makeCampaign(db, agency.clients[0]!, { module: 'locator' })
    await makeCampaign(db, agency.clients[0]!, { module: 'locator', status: 'pause' })
    const without = agencyBody(agency, {
      DownlineSubDomain: 'keeper',
      selectedmodules: toSelectedModules(['enhance', 'b2b']),
    })
    const { status, body } = await change(tree.root.system, without)
    expect([status, body.field, body.message]).toEqual([
      409,
      'selectedmodules',
      `This product still has active campaigns: Site ID: ${visits.id}; Search ID: ${searches.id}. Please stop them manually first.`,
    ])
    await db.adminPool.query(`update campaign set status = 'stop' where id = any ($1)`, [[visits.id, searches.id]])
    expect((await change(tree.root.system, without)).status).toBe(200)
    const answer = await http.as(agency.owner).call(createCampaign, {
      body: { companyID: agency.clients[0]!.id, campaignName: 'Late', leadspeekType: 'local' } as never,
    })
    expect(answer.status).toBe(422)
  })

  test('cannot be changed by itself or by another agency', async () => {
    expect((await change(tree.acme.owner, agencyBody(tree.acme))).status).toBe(403)
    expect((await change(tree.brightside.owner, agencyBody(tree.acme))).status).toBe(404)
  })
})

describe('the removal of a company', () => {
  test('closes it to all its people at once, and can be undone within 30 days', async () => {
    const agency = await makeAgency(db, { rootId: tree.root.id }, 'Leaver', ['Left'])
    const { system } = tree.root
    expect((await http.as(agency.owner).call(readMe, {})).status).toBe(200)
    const removal = await http
      .as(system)
      .call(removeUser, { params: { companyID: agency.id, userID: agency.owner.id } })
    expect([removal.status, removal.body.message]).toEqual([200, 'Deleted!'])
    expect((await http.as(agency.owner).call(readMe, {})).status).toBe(401)
    expect(await names(system, tree.root.id, 'agency')).not.toContain('Leaver')
    expect((await http.as(system).call(getCompany, { params: { id: agency.id } })).status).toBe(404)
    const foreign = await http.as(tree.acme.owner).call(restoreCompany, { body: { companyID: agency.id } })
    expect(foreign.status).toBe(404)
    clock.advance(30 * day_ms - hour_ms)
    http.forget(system)
    expect((await http.as(system).call(restoreCompany, { body: { companyID: agency.id } })).status).toBe(200)
    expect(await names(system, tree.root.id, 'agency')).toContain('Leaver')
    http.forget(agency.owner)
    expect((await http.as(agency.owner).call(readMe, {})).status).toBe(200)
  })

  test('cannot be undone after 30 days', async () => {
    const { body } = await addClient(tree.acme.owner, 'late@park.test')
    const { id, company_id } = body.data
    await http.as(tree.acme.owner).call(removeUser, { params: { companyID: company_id, userID: id } })
    clock.advance(30 * day_ms)
    http.forget(tree.acme.owner)
    expect((await http.as(tree.acme.owner).call(restoreCompany, { body: { companyID: company_id } })).status).toBe(404)
  })

  test('is rejected while campaigns run or money is open', async () => {
    const [client] = (await makeAgency(db, { rootId: tree.root.id }, 'Busy', ['Busybody'])).clients
    const campaign = await makeCampaign(db, client!)
    const { agencyId } = client!.user
    const remove = () =>
      http.as(tree.root.system).call(removeUser, { params: { companyID: client!.id, userID: client!.user.id } })
    const running = await remove()
    expect([running.status, JSON.stringify(running.body)]).toEqual([409, expect.stringContaining(campaign.id)])
    await db.adminPool.query(`update campaign set status = 'stop' where id = $1`, [campaign.id])
    await db.adminPool.query(
      `insert into ledger_account (agency_id, id, root_id, client_id, kind, balance_e4, created_at)
       values ($1, gen_random_uuid(), $2, $3, 'client_receivable', -5000, now())`,
      [agencyId, tree.root.id, client!.id],
    )
    expect((await remove()).body.message).toBe('There is an open balance. Settle it first.')
    await db.adminPool.query('update ledger_account set balance_e4 = 0 where client_id = $1', [client!.id])
    // A top-up is not a debt and is in no account until it is paid.
    await db.adminPool.query(
      `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, balance_id, created_at)
       values ($1, gen_random_uuid(), $2, $3, 'campaign_top_up', 'unknown', 5000, $4, now())`,
      [agencyId, tree.root.id, client!.id, campaign.id],
    )
    expect((await remove()).body.message).toBe('A payment is still being processed. Try again once it is settled.')
    await db.adminPool.query(`update charge set status = 'declined' where client_id = $1`, [client!.id])
    expect((await remove()).status).toBe(200)
  })
})

/** An agency with developer mode, and what the operator and its owner do with it. */
async function makeDeveloperAgency(name: string, subdomain: string) {
  const agency = await makeAgency(db, { rootId: tree.root.id }, name, [`${name} Client`])
  const switchTo = async (ApiMode: 'T' | 'F'): Promise<void> => {
    const { status } = await http.as(tree.root.system).call(updateUser, {
      body: {
        companyID: agency.id,
        ClientID: agency.owner.id,
        userType: 'userdownline',
        ClientFullName: 'Cody Coder',
        ClientCompanyName: name,
        ClientEmail: agency.owner.email,
        ClientPhone: '+1 212 555 0123',
        DownlineSubDomain: subdomain,
        selectedterms: toSelectedTerms(['Monthly']),
        ApiMode,
      },
    })
    expect(status).toBe(200)
  }
  const readTerms = async () => {
    http.forget(agency.owner)
    return (await http.as(agency.owner).call(readAgreement, { query: { company_id: agency.id } })).body.data
  }
  const accept = async (): Promise<void> => {
    const { document_type, version } = await readTerms()
    const acceptance = { user_id: agency.owner.id, company_id: agency.id, company_name: name, document_type, version }
    const body = { ...acceptance, is_marketing_services_agreement_developer: 'T', location_menu: 'developer' } as const
    expect((await http.as(agency.owner).call(acceptAgreement, { body })).status).toBe(200)
  }
  const isAccepted = async () => (await readTerms()).is_marketing_services_agreement_developer
  /** Whether the operator's list shows it among agencies with a key and developer mode. */
  const isListed = async (): Promise<boolean> =>
    (
      await http.as(tree.root.system).call(listCompanies, {
        params: { companyID: tree.root.id, type: 'agency' },
        query: { Filters: 'api_key,developer_mode' },
      })
    ).body.data.some((row) => row.company_name === name)
  await switchTo('T')
  await accept()
  const body = { subdomain: `${subdomain}.localhost`, email: agency.owner.email }
  expect((await http.as(agency.owner).call(createCredential, { body })).status).toBe(200)
  return { agency, switchTo, accept, isAccepted, isListed }
}

describe('developer mode (R123)', () => {
  test('shows the operator the key and the agreement', async () => {
    const { agency, isAccepted, isListed } = await makeDeveloperAgency('Coder', 'coder')
    expect(await isListed()).toBe(true)
    // The fields that decide the developer icon's color (OQ-46).
    expect(await readCompany(tree.root.system, agency.id)).toMatchObject({
      api_mode: 'T',
      is_user_generate_api: 'T',
      is_marketing_services_agreement_developer: 'T',
    })
    expect(await isAccepted()).toBe('T')
  })

  test('starts over after it was turned off: the earlier key and agreement no longer count', async () => {
    const { agency, switchTo, accept, isAccepted, isListed } = await makeDeveloperAgency('Recoder', 'recoder')
    clock.advance(1_000)
    await switchTo('F')
    await switchTo('T')
    expect(await isListed()).toBe(false)
    expect(await readCompany(tree.root.system, agency.id)).toMatchObject({
      api_mode: 'T',
      is_user_generate_api: 'F',
      is_marketing_services_agreement_developer: 'F',
    })
    expect(await isAccepted()).toBe('F')
    await accept()
    expect(await isAccepted()).toBe('T')
  })
})
