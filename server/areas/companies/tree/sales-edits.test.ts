import { beforeAll, describe, expect, test } from 'vitest'
import { readMe } from '#contract/people/user.ts'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { setSales } from '#contract/companies/sales.ts'
import { updateUser } from '#contract/companies/users.ts'
import { readRetailCost } from '#contract/pricing/retail.ts'
import { toSelectedTerms } from '#contract/companies/selections.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

// R148: account executives view as, edit and set prices.

let executive: TestUser
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
beforeAll(async () => {
  executive = tree.root.executive
  await connect(executive, 'completed')
  await assign(tree.acme.id, { salesAE: executive.id })
})

/** A caller's scope is cached for five seconds. */
const later = (): void => clock.advance(5_001)
const connect = async (user: TestUser, state: string): Promise<void> => {
  await db.adminPool.query('update app_user set account_connected = $2 where id = $1', [user.id, state])
  later()
}
const assign = async (companyID: string, more: { salesAE?: string }) => {
  expect((await http.as(tree.root.system).call(setSales, { body: { companyID, ...more } })).status).toBe(200)
  later()
}

const edit = (company: { id: string }, main: TestUser, more: object = {}) =>
  http.as(executive).call(updateUser, {
    body: {
      companyID: company.id,
      ClientID: main.id,
      userType: company.id === main.agencyId ? 'userdownline' : 'client',
      ClientFullName: 'Edited Name',
      ClientCompanyName: 'Edited',
      ClientEmail: main.email,
      ClientPhone: '2125550177',
      ...(company.id === main.agencyId && {
        DownlineSubDomain: `edited-${company.id.slice(-6)}`,
        selectedterms: toSelectedTerms(['Weekly']),
      }),
      ...more,
    },
  })
const prices = { LeadspeekCostperlead: 7 }
const price = (
  companyID: string,
  setting: object = { settingname: 'costagency', actionType: 'save', Weekly: prices },
) => http.as(executive).call(saveSetting, { body: { companyID, ...setting } } as never)
const retail = (companyID: string) => http.as(executive).call(readRetailCost, { params: { companyID } })
const readOf = (companyID: string, settingname: 'costagency' | 'smtp') =>
  http.as(executive).call(readSetting, { query: { companyID, settingname } })

describe('R148: an account executive', () => {
  test('edits and prices an agency and a client assigned to them', async () => {
    const { acme } = tree
    const client = acme.clients[0]!
    expect([(await edit(client, client.user)).status, (await edit(acme, acme.owner)).status]).toEqual([200, 200])
    expect([(await price(acme.id)).status, (await retail(client.id)).status]).toEqual([200, 200])
    expect((await readOf(acme.id, 'costagency')).body.data).toMatchObject({ Weekly: prices })
  })

  test('cannot price below the operator’s floor (R224)', async () => {
    const cheap = { settingname: 'costagency', actionType: 'save', Weekly: { EnhanceCostperlead: 0.01 } }
    await http.as(tree.root.system).call(saveSetting, {
      body: { ...cheap, companyID: tree.root.id, Weekly: { EnhanceCostperlead: 2 } },
    } as never)
    expect((await price(tree.acme.id, cheap)).status).toBe(422)
  })

  test('cannot find other companies, and cannot price the operator', async () => {
    const { brightside } = tree
    const otherClient = brightside.clients[0]!
    expect([
      (await edit(otherClient, otherClient.user)).status,
      (await edit(brightside, brightside.owner)).status,
      (await price(brightside.id)).status,
      (await retail(otherClient.id)).status,
      (await price(tree.root.id)).status,
    ]).toEqual([404, 404, 404, 404, 403])
  })

  test('cannot change the operator’s fields (R153), other settings or sales staff', async () => {
    const { acme } = tree
    const salesPerson = { companyID: acme.id, ClientID: acme.owner.id, userType: 'sales', ClientFullName: 'X' }
    expect([
      (await edit(acme, acme.owner, { ApiMode: 'T' })).status,
      (await price(acme.id, { settingname: 'support', support_url: '' })).status,
      (await readOf(acme.id, 'smtp')).status,
      (await http.as(executive).call(updateUser, { body: salesPerson } as never)).status,
    ]).toEqual([403, 403, 403, 403])
  })

  test('can do neither while their own payment account is not connected', async () => {
    const { acme } = tree
    const client = acme.clients[0]!
    await connect(executive, 'pending')
    expect([(await edit(client, client.user)).status, (await price(acme.id)).status]).toEqual([403, 403])
    await connect(executive, 'completed')
  })
})

test('an executive’s form, which does not show security and notice settings, leaves them unchanged', async () => {
  const { acme } = tree
  const client = acme.clients[0]!
  const readSettings = async (users: TestUser[]) =>
    (
      await db.adminPool.query(
        'select factor_demanded, wants_notices from app_user where id = any($1) order by array_position($1, id)',
        [users.map(({ id }) => id)],
      )
    ).rows
  await db.adminPool.query('update app_user set factor_demanded = true, wants_notices = false where id = any($1)', [
    [acme.owner.id, client.user.id],
  ])
  await db.adminPool.query('update company set api_mode = true where id = $1', [acme.id])
  const save = (main: TestUser, more: object) =>
    http.as(executive).call(updateUser, {
      body: {
        companyID: main.companyId,
        ClientID: main.id,
        ClientFullName: 'Edited Name',
        ClientCompanyName: 'Edited',
        ClientEmail: main.email,
        ClientPhone: '2125550177',
        ...more,
      } as never,
    })
  const shownFields = { twoFactorAuth: 'F', disabledreceivedemail: 'F' }
  const ofAgency = {
    userType: 'userdownline',
    DownlineSubDomain: `kept-${acme.id.slice(-6)}`,
    selectedterms: toSelectedTerms(['Weekly']),
    ApiMode: 'F',
  }
  const answers = [
    await save(acme.owner, { ...shownFields, ...ofAgency }),
    await save(client.user, { ...shownFields, userType: 'client' }),
    await save(client.user, { ...shownFields, userType: 'client', twoFactorAuth: 'T' }),
    await save(client.user, { ...shownFields, userType: 'client', disabledreceivedemail: 'T' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403])
  const asBefore = { factor_demanded: true, wants_notices: false }
  expect(await readSettings([acme.owner, client.user])).toEqual([asBefore, asBefore])
  expect((await db.adminPool.query('select api_mode from company where id = $1', [acme.id])).rows).toEqual([
    { api_mode: true },
  ])
})

test('R148, OQ-06: views as a user of an assigned agency until it is unassigned, and the log names the executive', async () => {
  const { acme, brightside } = tree
  const look = (userID: string) => http.as(executive).call(switchUser, { body: { userID, reason: 'A question' } })
  expect([(await look(brightside.owner.id)).status, (await look(tree.root.admin.id)).status]).toEqual([404, 404])
  const viewStart = await look(acme.owner.id)
  expect(viewStart.status).toBe(200)
  const headers = { authorization: `Bearer ${viewStart.body.access_token}` }
  const me = () => http.anonymous(tree.root.host).call(readMe, { headers })
  expect((await me()).body.data).toMatchObject({ id: acme.owner.id, isViewMode: 'T', user_type_ori: 'sales' })
  const { rows } = await db.adminPool.query(
    `select actor_id, actor_kind from activity where action = 'security.viewBegan' and book_id = $1`,
    [acme.id],
  )
  expect(rows).toEqual([{ actor_id: executive.id, actor_kind: 'accountExecutive' }])
  await assign(acme.id, {})
  expect((await me()).status).toBe(401)
  http.forget(executive)
  await assign(acme.id, { salesAE: executive.id })
})
