import { describe, expect, test } from 'vitest'
import { readAccess } from '#contract/people/user.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { createUser, updateUser } from '#contract/companies/users.ts'
import { getCompany } from '#contract/companies/companies.ts'
import { toSelectedModules, toSelectedTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import { noLimits } from '#server/test/app.ts'
import { agencyForm, clientForm } from '#server/test/company-forms.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { http, tree } = await openTree({ limiter: noLimits })

const addAgency = (ClientEmail: string, more = {}) =>
  http.as(tree.root.system).call(createUser, { body: { companyID: tree.root.id, ...agencyForm(ClientEmail, more) } })
const addClient = (by: TestUser, ClientEmail: string, more = {}) =>
  http.as(by).call(createUser, { body: { companyID: tree.acme.id, ...clientForm(ClientEmail, more) } })
const readCompany = async (by: TestUser, id: string) =>
  (await http.as(by).call(getCompany, { params: { id } })).body.data

describe('the operator’s defaults for new agencies (OQ-22)', () => {
  const saveDefaults = (terms: PaymentTerm[], given: Module[], by = tree.root.system, companyID = tree.root.id) =>
    http.as(by).call(saveSetting, {
      body: {
        companyID,
        settingname: 'newagency',
        rootPaymentTermsNewAgencies: toSelectedTerms(terms),
        agencyDefaultModules: toSelectedModules(given),
      },
    })

  test('apply to new agencies without their own choice; existing agencies keep theirs', async () => {
    const before = await addAgency('before@defaults.test')
    const request = { query: { companyID: tree.root.id, settingname: 'newagency' as const } }
    const fresh = (await http.as(tree.root.system).call(readSetting, request)).body.data
    expect(fresh).toMatchObject({ agencyDefaultModules: toSelectedModules(['local', 'locator', 'enhance', 'b2b']) })
    expect((await saveDefaults(['Monthly'], ['local'])).status).toBe(200)
    const { body } = await addAgency('after@defaults.test')
    expect(await readCompany(tree.root.system, body.data.company_id)).toMatchObject({
      selected_payment_term: toSelectedTerms(['Monthly']),
      selected_modules: toSelectedModules(['local']),
    })
    expect(await readCompany(tree.root.system, before.body.data.company_id)).toMatchObject({
      selected_payment_term: toSelectedTerms(['Weekly', 'Monthly', 'OneTime', 'Prepaid']),
    })
    const answer = await addAgency('chosen@defaults.test', { selectedterms: toSelectedTerms(['Prepaid']) })
    expect(await readCompany(tree.root.system, answer.body.data.company_id)).toMatchObject({
      selected_payment_term: toSelectedTerms(['Prepaid']),
      selected_modules: toSelectedModules(['local']),
    })
    const access = await http.as(tree.root.system).call(readAccess, { params: { id: 'all' } })
    expect(access.body.data).toMatchObject({
      rootPaymentTermsNewAgencies: toSelectedTerms(['Monthly']),
      agencyDefaultModules: toSelectedModules(['local']),
    })
    const others = await http.as(tree.acme.owner).call(readAccess, { params: { id: 'all' } })
    expect(others.body.data).toMatchObject({ rootPaymentTermsNewAgencies: [], agencyDefaultModules: [] })
    await saveDefaults(['Weekly', 'Monthly', 'OneTime', 'Prepaid'], ['local', 'locator', 'enhance', 'b2b'])
  })

  test('require a payment term, and are available only to the operator', async () => {
    const none = await saveDefaults([], ['local'])
    expect([none.status, none.body]).toEqual([
      422,
      expect.objectContaining({ field: 'rootPaymentTermsNewAgencies', message: 'Please select payment term' }),
    ])
    expect((await saveDefaults(['Monthly'], [], tree.acme.owner, tree.acme.id)).status).toBe(403)
    expect((await saveDefaults(['Monthly'], [], tree.acme.owner)).status).toBe(404)
    expect((await saveDefaults(['Monthly'], [], tree.root.system, tree.acme.id)).status).toBe(403)
  })
})

test('white-labeling is set when an agency is added or later, only by the operator (ClientWhiteLabeling)', async () => {
  const { body } = await addAgency('plain@label.test', { ClientCompanyName: 'Plain', ClientWhiteLabeling: 'F' })
  const { id: ClientID, company_id: companyID } = body.data
  expect(await readCompany(tree.root.system, companyID)).toMatchObject({ is_whitelabeling: 'F' })
  const change = (by: TestUser, ClientWhiteLabeling: 'T' | 'F') =>
    http.as(by).call(updateUser, {
      body: {
        companyID,
        ClientID,
        userType: 'userdownline',
        ClientFullName: 'Nova Lane',
        ClientCompanyName: 'Plain',
        ClientEmail: 'plain@label.test',
        ClientPhone: '+1 212 555 0123',
        DownlineSubDomain: 'plain',
        selectedterms: toSelectedTerms(['Monthly']),
        ClientWhiteLabeling,
      },
    })
  expect((await change(tree.root.admin, 'T')).status).toBe(403)
  expect((await change(tree.root.system, 'T')).status).toBe(200)
  expect(await readCompany(tree.root.system, companyID)).toMatchObject({ is_whitelabeling: 'T' })
  const client = await addClient(tree.acme.owner, 'plain@client.test', { ClientWhiteLabeling: 'T' })
  expect([client.status, client.body]).toEqual([422, expect.objectContaining({ field: 'ClientWhiteLabeling' })])
})
