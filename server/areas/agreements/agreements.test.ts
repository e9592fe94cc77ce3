import { beforeAll, describe, expect, test } from 'vitest'
import {
  acceptAgreement,
  acceptFeatureAgreement,
  downloadCertificate,
  listAcceptances,
  readAgreement,
  readFeatureAgreement,
} from '#contract/agreements/acceptances.ts'
import { authorizeDownload } from '#contract/agreements/download-auth.ts'
import { documentNames, publicDocuments } from '#contract/agreements/document-names.ts'
import { readDocument } from '#contract/agreements/documents.ts'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import { languages } from '#contract/core/language.ts'
import { newId } from '#server/platform/ids.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree()
beforeAll(async () => {
  await db.adminPool.query('insert into agreement_terms values ($1, null, null, 50000, $2)', [
    tree.root.id,
    [25_000, 50_000, 100_000],
  ])
})

const document = async (host: string, name: string, language = 'en') =>
  (await http.anonymous(host).call(readDocument, { query: { name, language } })).body.data
const status = async (user: TestUser, companyId = user.companyId) =>
  http.as(user).call(readAgreement, { query: { company_id: companyId } })
const acceptance = (user: TestUser, more: object = {}) => ({
  user_id: user.id,
  company_id: user.companyId,
  company_name: 'Whatever it calls itself',
  is_marketing_services_agreement_developer: 'T',
  location_menu: 'developer',
  document_type: user.kind === 'client' ? 'default_client' : 'minimum_spend',
  ...more,
})
const accept = (user: TestUser, more: object = {}) =>
  http.as(user).call(acceptAgreement, {
    body: acceptance(user, more),
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  })

describe('documents', () => {
  test('R019, R167: are public in both languages, with every variable in braces replaced', async () => {
    for (const name of documentNames)
      for (const language of languages) {
        const { html, title, version } = await document('acme.localhost', name, language)
        expect([name, language, version, html.match(/[{}]/)]).toEqual([name, language, 1, null])
        expect(`${title} ${html}`).toMatch(/acme/i)
        if (language === 'ar') expect(title).toMatch(/\p{Script=Arabic}/u)
      }
  })

  test('show only the brand of the requested host', async () => {
    for (const name of publicDocuments) {
      const acme = (await document('acme.localhost', name)).html
      const brightside = (await document('brightside.localhost', name)).html
      expect(acme).not.toMatch(/Leadloom|Brightside/)
      expect(brightside).toMatch(/brightside/i)
      expect(brightside).not.toMatch(/Leadloom|Acme/)
    }
    expect(
      (await http.anonymous('nobody.localhost').call(readDocument, { query: { name: 'term-of-use' } })).status,
    ).toBe(404)
  })

  test('escape the values they include, such as a company’s name', async () => {
    await db.adminPool.query(`update brand set legal_name = '<img src=x> & "Co"' where company_id = $1`, [
      tree.brightside.id,
    ])
    const { html } = await document('brightside.localhost', 'privacy-policy')
    expect(html).toContain('&lt;img src=x&gt; &amp; &quot;Co&quot;')
    expect(html).not.toContain('<img')
  })

  test('name the signed-in reader’s own company', async () => {
    const request = { query: { name: 'marketing-services-agreement' } }
    const { body } = await http.as(tree.acme.clients[0]!.user).call(readDocument, request)
    expect(body.data.html).toContain('Plumbright')
    expect((await document('acme.localhost', 'marketing-services-agreement')).html).toContain('the customer')
  })

  test('with an unknown name are rejected by field', async () => {
    const answer = await http.anonymous().call(readDocument, { query: { name: 'salaries' } })
    expect([answer.status, answer.body.errors?.[0]?.field ?? answer.body.field]).toEqual([422, 'name'])
  })
})

describe('the marketing services agreement', () => {
  test('R118, R271: shows the fees that the operator has set, and that nothing is accepted yet', async () => {
    expect((await status(tree.acme.owner)).body.data).toEqual({
      is_marketing_services_agreement_developer: 'F',
      document_type: 'minimum_spend',
      version: 1,
      accepted_at: null,
      certificate_id: null,
      first_time_charge: 500,
      minimum_spend_max: 1000,
      minimum_spend_amount_list: [250, 500, 1000],
      quote_id: expect.any(String),
    })
    expect((await status(tree.acme.clients[0]!.user)).body.data).toMatchObject({
      document_type: 'default_client',
      first_time_charge: 0,
    })
  })

  test('cannot be accepted for another user or company, as another type or in a wrong version; nothing is stored', async () => {
    const { owner, clients } = tree.acme
    expect((await accept(owner, { user_id: tree.acme.admin.id })).status).toBe(404)
    expect((await accept(owner, { user_id: newId(Date.now()) })).status).toBe(404)
    expect((await accept(owner, { company_id: tree.brightside.id })).status).toBe(404)
    expect((await accept(owner, { company_id: clients[0]!.id })).status).toBe(404)
    expect((await accept(tree.acme.admin)).status).toBe(403)
    const wrongKind = await accept(owner, { document_type: 'default_client' })
    expect([wrongKind.status, wrongKind.body.field]).toEqual([422, 'document_type'])
    const notOffered = await accept(owner, { document_type: 'default_agency' })
    expect([notOffered.status, notOffered.body.field]).toEqual([422, 'document_type'])
    expect((await accept(owner, { version: 2 })).status).toBe(409)
    expect((await accept(owner, { is_marketing_services_agreement_developer: 'F' })).status).toBe(422)
    expect((await db.adminPool.query('select from acceptance')).rowCount).toBe(0)
  })

  test('is stored once, however often it is accepted, with user, version, time, address and text hash', async () => {
    const { owner } = tree.acme
    const answers = await Promise.all([1, 2, 3].map(() => accept(owner, { language: 'ar', version: 1 })))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    const { rows } = await db.adminPool.query('select * from acceptance where company_id = $1', [owner.companyId])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      user_id: owner.id,
      user_email: owner.email,
      company_name: 'Acme',
      document_type: 'minimum_spend',
      location_menu: 'developer',
      terms: { first_time_charge: 500, minimum_spend_max: 1000, minimum_spend_amount_list: [250, 500, 1000] },
      host: 'acme.localhost',
      address: '127.0.0.1',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    })
    const request = { query: { name: 'marketing-services-agreement-developer', language: 'ar' } }
    const document = await http.as(owner).call(readDocument, request)
    expect(rows[0].text_hash.toString('hex')).toBe(document.body.data.sha256)
    const { body } = await status(owner)
    expect(body.data).toMatchObject({ is_marketing_services_agreement_developer: 'T', certificate_id: rows[0].id })
    const log = await db.adminPool.query(
      `select actor_id, description from activity where action = 'agreement.accepted' and agency_id = $1`,
      [owner.companyId],
    )
    const description = `marketing-services-agreement-developer version 1 (ar), acceptance ${rows[0].id}`
    expect(log.rows).toEqual([{ actor_id: owner.id, description }])
  })

  test('must be accepted again when a new version is published, and the old acceptance is kept', async () => {
    const user = tree.brightside.clients[0]!.user
    expect((await accept(user)).status).toBe(200)
    await db.adminPool.query(
      `insert into document select $1, name, 2, language, title, html || '<p>More.</p>', published_at from document
       where name = 'marketing-services-agreement' and language = 'en'`,
      [newId(Date.now())],
    )
    expect((await status(user)).body.data).toMatchObject({
      is_marketing_services_agreement_developer: 'F',
      version: 2,
      certificate_id: null,
    })
    expect((await accept(user, { version: 1 })).status).toBe(409)
    // The second version has no translation yet: it is read and accepted in English.
    expect((await accept(user, { version: 2, language: 'ar' })).status).toBe(200)
    const list = await http.as(user).call(listAcceptances, { params: { companyID: user.companyId } })
    expect(list.body.data.map(({ version, language }) => [version, language])).toEqual([
      [2, 'en'],
      [1, 'en'],
    ])
    await db.adminPool.query('delete from acceptance where company_id = $1', [user.companyId])
    await db.adminPool.query(`delete from document where version = 2`)
  })

  test('is visible to companies above, and looks absent to everyone else', async () => {
    const { id } = tree.acme
    expect((await status(tree.root.system, id)).body.data.is_marketing_services_agreement_developer).toBe('T')
    expect((await status(tree.acme.bareAdmin, id)).status).toBe(403)
    for (const user of [tree.brightside.owner, tree.other.system, tree.acme.clients[0]!.user]) {
      expect((await status(user, id)).body).toMatchObject({
        ...(await status(user, newId(Date.now()))).body,
        request_id: expect.anything(),
      })
      expect((await status(user, id)).status).toBe(404)
    }
  })
})

describe('a feature agreement', () => {
  const ask = (user: TestUser, of = user.id) =>
    http.as(user).call(readFeatureAgreement, { params: { user_id: of, feature_id: 'b2b_module' } })
  const agree = (user: TestUser, more: object = {}) =>
    http.as(user).call(acceptFeatureAgreement, {
      params: { user_id: user.id, feature_id: 'b2b_module' },
      body: {
        feature_id: 'b2b_module',
        feature_name: 'B2B ID',
        user_id: user.id,
        is_marketing_services_agreement_feature: 'T',
        company_name: 'Acme',
        company_id: user.companyId,
        location_menu: 'campaign-management',
        ...more,
      },
    })

  test('R111: belongs to one person: F before acceptance, T after; no one reads or accepts another’s', async () => {
    const { admin, owner } = tree.acme
    expect((await ask(admin)).body).toMatchObject({ result: 'success', status: 'F', version: 1 })
    expect((await agree(admin)).status).toBe(200)
    expect((await ask(admin)).body.status).toBe('T')
    expect((await ask(owner)).body.status).toBe('F')
    for (const otherId of [owner.id, newId(Date.now())]) {
      expect((await ask(admin, otherId)).status).toBe(404)
      expect((await agree(admin, { user_id: otherId })).status).toBe(404)
    }
    expect((await agree(admin, { company_id: tree.brightside.id })).status).toBe(404)
  })
})

describe('view mode', () => {
  test('reads public documents, but neither reads nor accepts agreements', async () => {
    const { root, acme } = tree
    const viewStart = await http
      .as(root.system)
      .call(switchUser, { body: { userID: acme.owner.id, reason: 'A question' } })
    http.forget(root.system)
    const headers = { authorization: `Bearer ${viewStart.body.access_token}` }
    const viewer = http.anonymous(root.host)
    const document = await viewer.call(readDocument, { query: { name: 'term-of-use' }, headers })
    const agreement = await viewer.call(readAgreement, { query: { company_id: acme.id }, headers })
    const acceptanceAnswer = await viewer.call(acceptAgreement, { body: acceptance(acme.owner), headers })
    expect([document.status, agreement.status, acceptanceAnswer.status]).toEqual([200, 403, 403])
    expect(acceptanceAnswer.body.message).toBe('This is not available in view mode.')
  })
})

describe('the certificate', () => {
  test('is a PDF for users who may see the acceptance, and unavailable to everyone else', async () => {
    const { owner, clients, bareAdmin } = tree.acme
    const id = (await status(owner)).body.data.certificate_id!
    const get = (user: TestUser, acceptanceId = id) =>
      http.as(user).call(downloadCertificate, { params: { acceptanceId } })
    const file = await get(owner)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="certificate-\d{4}-\d\d-\d\d\.pdf"/)
    expect(file.raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(file.raw.rawPayload.toString('latin1')).toContain('IBMPlexSansArabic')
    expect((await get(tree.root.system)).status).toBe(200)
    expect((await get(bareAdmin)).status).toBe(403)
    for (const user of [clients[0]!.user, tree.brightside.owner, tree.other.system]) {
      expect([(await get(user)).status, (await get(user, newId(Date.now()))).status]).toEqual([404, 404])
    }
  })
})

describe('the download of a protected document', () => {
  const authorize = (user: TestUser, urldata: string, pwd = testPassword) =>
    http.as(user).call(authorizeDownload, { body: { pwd, urldata } })

  test('R041: requires the password and opens once; other companies’ documents look absent', async () => {
    const { owner, admin, bareAdmin, clients } = tree.acme
    const id = (await status(owner)).body.data.certificate_id!
    const refusal = await authorize(owner, id, 'wrong')
    expect([refusal.status, refusal.body.field]).toEqual([422, 'pwd'])
    for (const user of [owner, admin]) {
      const { body } = await authorize(user, id)
      const download = () => http.anonymous(user.host).inject({ method: 'GET', url: body.data.url })
      const file = await download()
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect((await download()).statusCode).toBe(401)
    }
    expect([(await authorize(clients[0]!.user, id)).status, (await authorize(bareAdmin, id)).status]).toEqual([
      403, 403,
    ])
    for (const urldata of [id, newId(Date.now())]) {
      expect((await authorize(tree.brightside.owner, urldata)).status).toBe(404)
    }
    const { rowCount } = await db.adminPool.query(`select from activity where action = 'agreement.downloadAuthorized'`)
    expect(rowCount).toBe(2)
  })
})
