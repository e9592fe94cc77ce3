import { expect, test } from 'vitest'
import { createUser, removeUser, resendInvitation, restoreCompany, updateUser } from '#contract/companies/users.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeAgency } from '#server/test/factories.ts'
import { openWorld } from '#server/test/world.ts'

// Edge cases of adding, removing and restoring, each of which was a bug once.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })

const administrator = (companyID: string, ClientEmail: string) => ({
  companyID,
  userType: 'administrator' as const,
  ClientFullName: 'Nova Lane',
  ClientEmail,
  ClientRole: 'F',
})
const hostsInMailsTo = async (email: string): Promise<string[]> => {
  await runJobs(db, http.platform)
  const mails = mailbox.messages().filter((message) => message.to.includes(email))
  return mails.map(({ text }) => new URL(/http:\S+/.exec(text)![0]).hostname)
}

test('a client has no administrators, and adding one does not add it to the agency', async () => {
  const { owner, clients } = tree.acme
  const body = administrator(clients[0]!.id, 'stray@acme.test')
  const answer = await http.as(owner).call(createUser, { body })
  expect([answer.status, answer.body.field]).toEqual([422, 'companyID'])
})

test('an invitation to an agency always links to the agency’s host, even when it is resent (white label)', async () => {
  const { system } = tree.root
  const answer = await http.as(system).call(createUser, {
    body: {
      companyID: tree.root.id,
      userType: 'userdownline',
      ClientFullName: 'Nova Lane',
      ClientCompanyName: 'Nova Media',
      ClientEmail: 'owner@nova.test',
    },
  })
  const { id: ClientID, company_id: companyID } = answer.body.data
  expect((await http.as(system).call(resendInvitation, { body: { companyID, ClientID } })).status).toBe(200)
  expect(await hostsInMailsTo('owner@nova.test')).toEqual(['nova-media.localhost', 'nova-media.localhost'])
  await http.as(system).call(createUser, { body: administrator(tree.acme.id, 'helper@acme.test') })
  expect(await hostsInMailsTo('helper@acme.test')).toEqual(['acme.localhost'])
})

test('a client is restored with its agency and not before it, and the agency’s count stays correct', async () => {
  const { system } = tree.root
  const agency = await makeAgency(db, { rootId: tree.root.id }, 'Goner', ['Gone one', 'Gone two'])
  const [one, two] = agency.clients
  const restore = (companyID: string) => http.as(system).call(restoreCompany, { body: { companyID } })
  await http.as(system).call(removeUser, { params: { companyID: agency.id, userID: agency.owner.id } })
  const early = await restore(one!.id)
  expect([early.status, early.body.message]).toEqual([409, 'This client’s agency was removed. Restore it first.'])
  // Nobody can be invited to a removed company either.
  await db.adminPool.query(`update app_user set invited_until = now() where id = $1`, [two!.user.id])
  const body = { companyID: two!.id, ClientID: two!.user.id }
  expect((await http.as(system).call(resendInvitation, { body })).status).toBe(404)
  expect((await restore(agency.id)).status).toBe(200)
  const params = { companyID: agency.id, type: 'client' as const }
  const { body: list } = await http.as(system).call(listCompanies, { params })
  expect([list.total, list.data.length]).toEqual([2, 2])
})

test.each(['\u200b', '\u00ad\u2060', '\u3164', '\u2800', '\u202e'])(
  'a name without visible characters is rejected: %j',
  async (name) => {
    const answer = await http.as(tree.acme.owner).call(createUser, {
      body: {
        companyID: tree.acme.id,
        userType: 'client',
        ClientFullName: name,
        ClientEmail: 'unseen@acme.test',
      },
    })
    expect([answer.status, answer.body.field]).toEqual([422, 'ClientFullName'])
  },
)

test('a punycode subdomain that only looks like a name is rejected', async () => {
  const answer = await http.as(tree.root.system).call(createUser, {
    body: {
      companyID: tree.root.id,
      userType: 'userdownline',
      ClientFullName: 'Look Alike',
      ClientEmail: 'alike@nova.test',
      DownlineSubDomain: 'xn--cme-8cd',
    },
  })
  expect([answer.status, answer.body.field]).toEqual([422, 'DownlineSubDomain'])
})

test('a corrected address gets an email, so it counts toward the limit of twenty invitations per hour', async () => {
  const { owner } = tree.brightside
  const client = await http.as(owner).call(createUser, {
    body: { companyID: tree.brightside.id, userType: 'client', ClientFullName: 'Cleo', ClientEmail: 'cleo0@park.test' },
  })
  const { id: ClientID, company_id: companyID } = client.body.data
  const correct = async (ClientEmail: string): Promise<number> =>
    (
      await http.as(owner).call(updateUser, {
        body: {
          companyID,
          ClientID,
          userType: 'client',
          ClientFullName: 'Cleo',
          ClientCompanyName: 'Cleo',
          ClientEmail,
        },
      })
    ).status
  const statuses: number[] = []
  for (let at = 1; at <= 20; at++) statuses.push(await correct(`cleo${at}@park.test`))
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429])
  // Other changes send no mail.
  expect(await correct('cleo19@park.test')).toBe(200)
  expect((await http.as(owner).call(getCompany, { params: { id: companyID } })).body.data.email).toBe(
    'cleo19@park.test',
  )
})
