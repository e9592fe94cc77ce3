import { beforeEach, expect, test } from 'vitest'
import { saveFactorSettings } from '#contract/sign-in/second-factor.ts'
import { login } from '#contract/sign-in/session.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { updateUser } from '#contract/companies/users.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { readReceivers } from '#server/areas/tenants/read-addresses.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openWorld } from '#server/test/world.ts'
import { isRequired } from '#server/areas/sign-in/second-factor/factors.ts'

// What people managers set about a person besides permissions (D2§3 L61).

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { http, tree } = await openWorld({ clock })
beforeEach(() => {
  clock.advance(2 * 3_600_000)
  for (const user of [tree.acme.owner, tree.acme.admin, tree.root.system, tree.acme.clients[0]!.user]) http.forget(user)
})

const nameOf = (user: TestUser): string => user.email.split('@')[0]!
const sayOf = (by: TestUser, admin: TestUser, duties: Record<string, 'T' | 'F'>) =>
  http.as(by).call(updateUser, {
    body: {
      companyID: admin.companyId,
      userType: 'administrator',
      ClientID: admin.id,
      ClientFullName: nameOf(admin),
      ClientRole: 'F',
      ...duties,
    },
  })
const saidOf = async (by: TestUser, admin: TestUser) => {
  const params = { companyID: by.companyId, type: 'administrator' as const, search: admin.email }
  return (await http.as(by).call(listCompanies, { params })).body.data[0]!.administrator!
}
const sayOfClient = (more: Record<string, 'T' | 'F'>) => {
  const { id, name, user } = tree.acme.clients[0]!
  return http.as(tree.acme.owner).call(updateUser, {
    body: {
      companyID: id,
      userType: 'client',
      ClientID: user.id,
      ClientCompanyName: name,
      ClientFullName: 'Pia Plum',
      ClientEmail: user.email,
      ...more,
    },
  })
}
const signIn = async ({ host, email }: TestUser) =>
  (await http.anonymous(host).call(login, { body: { username: email, password: testPassword } })).body

test('a required second factor is asked for at the next sign-in, cannot be turned off, and can be waived', async () => {
  const { owner, admin } = tree.acme
  const session = http.as(admin)
  expect((await session.call(readMe)).status).toBe(200)
  expect((await sayOf(owner, admin, { twoFactorAuth: 'T' })).status).toBe(200)
  expect(await saidOf(owner, admin)).toMatchObject({ twoFactorAuth: 'T' })
  // People who are signed in stay signed in.
  expect((await session.call(readMe)).status).toBe(200)
  expect(await signIn(admin)).toMatchObject({ two_factor: true, two_factor_auth_type: 'email' })
  const off = await session.call(saveFactorSettings, {
    params: { userId: admin.id },
    body: { two_factor_auth: false, two_factor_auth_type: 'email' },
  })
  expect([off.status, off.body]).toMatchObject([422, { field: 'two_factor_auth' }])
  // Omitted fields stay unchanged.
  await sayOf(owner, admin, { adminGetNotification: 'F' })
  expect(await saidOf(owner, admin)).toMatchObject({ twoFactorAuth: 'T' })
  await sayOf(owner, admin, { twoFactorAuth: 'F' })
  expect(await signIn(admin)).toMatchObject({ access_token: expect.any(String) })
})

test('it can be required of a client’s main user too, but of nobody while codes cannot be emailed', async () => {
  expect((await sayOfClient({ twoFactorAuth: 'T' })).status).toBe(200)
  const client = tree.acme.clients[0]!
  expect(await signIn(client.user)).toMatchObject({ two_factor: true })
  const { body } = await http.as(tree.acme.owner).call(getCompany, { params: { id: client.id } })
  expect(body.data.twoFactorAuth).toBe('T')
  await sayOfClient({ twoFactorAuth: 'F' })
  const config = { ...http.platform.config, production: true, SMTP_URL: undefined }
  expect(isRequired({ config }, { kind: 'client', factorDemanded: true })).toBe(false)
})

test('notices that need action reach owners and clients unless excluded, and administrators who opted in', async () => {
  const { owner, admin, bareAdmin, clients } = tree.acme
  const client = clients[0]!
  const addresses = () =>
    inScope(http.platform.appPool, { kind: 'agency', rootId: tree.root.id, agencyId: tree.acme.id }, (tx) =>
      readReceivers(tx, tree.acme.id, client.id).then((receivers) => receivers.map(({ email }) => email)),
    )
  expect(await addresses()).toEqual([client.user.email, owner.email])
  await sayOf(owner, admin, { adminGetNotification: 'T' })
  await sayOfClient({ disabledreceivedemail: 'T' })
  expect((await addresses()).toSorted()).toEqual([admin.email, owner.email].toSorted())
  expect(await saidOf(owner, admin)).toMatchObject({ adminGetNotification: 'T' })
  expect(await saidOf(owner, bareAdmin)).toMatchObject({ adminGetNotification: 'F' })
  await sayOf(owner, admin, { adminGetNotification: 'F' })
  await sayOfClient({ disabledreceivedemail: 'F' })
  expect(await addresses()).toEqual([client.user.email, owner.email])
})

test('one administrator is the contact and one answers questions; those below see these two and nobody else', async () => {
  const { owner, admin, bareAdmin, clients } = tree.acme
  const readContact = async (user: TestUser) =>
    (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data.support_contact
  const contact = async () =>
    (await http.as(tree.root.system).call(getCompany, { params: { id: tree.acme.id } })).body.data.contact
  expect([await readContact(clients[0]!.user), await contact()]).toEqual([null, null])

  await sayOf(owner, admin, { defaultAdmin: 'T' })
  expect(await contact()).toEqual({ name: 'admin', email: admin.email, phonenum: '' })
  // Without a support contact, the main contact is shown.
  expect(await readContact(clients[0]!.user)).toEqual({ name: 'admin', email: admin.email })
  await sayOf(owner, bareAdmin, { customercare: 'T' })
  expect(await readContact(clients[0]!.user)).toEqual({ name: 'bare', email: bareAdmin.email })
  await sayOf(owner, bareAdmin, { defaultAdmin: 'T' })
  expect(await saidOf(owner, admin)).toMatchObject({ defaultAdmin: 'F' })
  expect(await saidOf(owner, bareAdmin)).toMatchObject({ defaultAdmin: 'T', customercare: 'T' })

  // Another agency's clients and the agency's own people do not see it; the latter have their operator's.
  expect([await readContact(tree.brightside.clients[0]!.user), await readContact(owner)]).toEqual([null, null])
  await sayOf(tree.root.system, tree.root.admin, { customercare: 'T' })
  expect(await readContact(owner)).toEqual({ name: 'rootadmin', email: tree.root.admin.email })
  expect(await readContact(tree.root.system)).toBeNull()
})
