import { describe, expect, test } from 'vitest'
import { downloadEnrichment, listEnrichments, readEnrichment } from '#contract/enrichment/enrichments.ts'
import { newId } from '#server/platform/ids.ts'
import { useEnrichmentStage } from '#server/test/enrichment-stage.ts'
import { md5, sha256 } from '#server/test/pipeline-world.ts'

const { now, letClientManage, owner, client, send, read, matched, bought, buy, download } = useEnrichmentStage()

describe('an uploaded list', () => {
  test('shows who was matched by address, hash and phone number, and its price before payment', async () => {
    const people = [
      await now.world.makeCompletePerson(),
      await now.world.makeCompletePerson(),
      await now.world.makeCompletePerson(),
      await now.world.makeCompletePerson({ phone_e164: '+13125550199' }),
    ]
    const id = await matched(
      [
        'Email,MD5,SHA256,Phone,Note',
        `${people[0]!.email.toUpperCase()},,,,first`,
        `,${md5(people[1]!.email)},,,second`,
        `,,${sha256(people[2]!.email).toUpperCase()},,third`,
        ',,,(312) 555-0199,fourth',
        `${people[0]!.email},,,,again`,
        'nobody@example.net,,,,unknown',
        'no address,,,,broken',
      ].join('\n'),
    )
    const data = await read(id)
    expect(data).toMatchObject({
      name: 'people.csv',
      status: 'matched',
      rows_total: 7,
      rows_done: 7,
      rows_matched: 5,
      people: 4,
      values_unread: 1,
      quote: { unit_price: 4, total: 16 },
    })
    expect((await download(id)).status).toBe(409)
    await bought(id)
    const { rows } = await download(id)
    expect(rows.map((row) => [row['Note'], row['matched_by'], row['added_age_band']])).toEqual([
      ['first', 'email', 'Known age_band'],
      ['second', 'md5', 'Known age_band'],
      ['third', 'sha256', 'Known age_band'],
      ['fourth', 'phone', 'Known age_band'],
      ['again', 'email', 'Known age_band'],
      ['unknown', '', ''],
      ['broken', '', ''],
    ])
    // Values that a row already has are not added.
    expect(rows[0]).toMatchObject({ added_email: '', added_first_name: 'Ada', added_zip: '60601' })
    expect(rows[1]).toMatchObject({ added_email: people[1]!.email, added_phone: '+13125550142' })
    expect(await read(id)).toMatchObject({ status: 'bought', unit_price: 4, total: 16, quote: null })
  })

  test('may have any common dialect, columns and rows of nothing, dashes and formulas, and is written safely', async () => {
    const person = await now.world.makeCompletePerson()
    const id = await matched(
      `email;phone;note;;\r\n\u200B${person.email.toUpperCase()};-;=1+1;;\r\n;;;;;\r\nnobody@example.net;-;5" pipe;;\r\n`,
    )
    expect(await read(id)).toMatchObject({ rows_total: 2, rows_matched: 1 })
    await bought(id)
    const { rows } = await download(id)
    expect(rows.map((row) => [row['matched_by'], row['note'], row['added_phone']])).toEqual([
      ['email', '=1+1', '+13125550142'],
      ['', '5" pipe', ''],
    ])
    const query = { format: 'spreadsheet' } as const
    const { raw } = await now.http.as(owner()).call(downloadEnrichment, { params: { id }, query })
    expect(raw.payload).toContain(",'=1+1,")
  })

  test('hides phone numbers from a client if its agency does (enablephonenumber), but not from the agency', async () => {
    const person = await now.world.makeCompletePerson()
    const id = await matched(`email\n${person.email}`)
    await bought(id)
    const show = (shown: boolean) =>
      now.world.db.adminPool.query('update company set shows_phone = $2 where id = $1', [client().id, shown])
    const phoneFor = async (user = client().user) => (await download(id, user)).rows[0]!['added_phone']
    expect(await phoneFor()).toBe('+13125550142')
    await show(false)
    expect([await phoneFor(), await phoneFor(owner())]).toEqual([undefined, '+13125550142'])
    await show(true)
  })

  test('of people with too little or no new information costs nothing', async () => {
    const stale = await now.world.makeCompletePerson({ updated_at: new Date(0) })
    const poor = await now.world.makeCompletePerson({}, ['age_band', 'gender', 'home', 'income_band'])
    const id = await matched(`email\n${stale.email}\n${poor.email}\n`)
    expect(await read(id)).toMatchObject({ status: 'matched', people: 0, quote: null })
    const answer = await buy(id, newId(now.world.clock.now()))
    expect([answer.status, answer.body.message]).toEqual([409, 'No one on this list was found.'])
  })

  test('leaves out people who opted out, are excluded or live in a forbidden state', async () => {
    const [keptPerson, out, excludedPerson, region] = [
      await now.world.makeCompletePerson(),
      await now.world.makeCompletePerson(),
      await now.world.makeCompletePerson(),
      await now.world.makeCompletePerson({ state: 'VT' }),
    ]
    const query = (text: string, values: unknown[]) => now.world.db.adminPool.query(text, values)
    await query(`insert into opt_out values (decode($1, 'hex'), 'asked', '2026-01-01')`, [md5(out.email)])
    await query(`update brand set forbidden_states = '{VT}' where company_id = $1`, [now.world.tree.acme.id])
    await query(`insert into root_exclusion (root_id, hash, created_at) values ($1, decode($2, 'hex'), '2026-01-01')`, [
      now.world.tree.root.id,
      sha256(excludedPerson.email),
    ])
    const id = await matched(
      ['email', ...[keptPerson, out, excludedPerson, region].map(({ email }) => email)].join('\n'),
    )
    expect(await read(id)).toMatchObject({ rows_matched: 1, people: 1 })
    await query(`update brand set forbidden_states = '{}' where company_id = $1`, [now.world.tree.acme.id])
  })

  test('is not bought with people who opted out after matching: the lower price is shown first', async () => {
    const [one, secondPerson] = [await now.world.makeCompletePerson(), await now.world.makeCompletePerson()]
    const id = await matched(`email\n${one.email}\n${secondPerson.email}`)
    const { quote } = await read(id)
    await now.world.db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', '2026-01-01')`, [
      md5(one.email),
    ])
    const answer = await buy(id, quote!.quote_id)
    expect([answer.status, answer.body.code]).toEqual([409, 'terms_changed'])
    expect(await read(id)).toMatchObject({ people: 1, quote: { total: 4 } })
    await bought(id)
    expect((await download(id)).rows.map((row) => row['matched_by'])).toEqual(['', 'email'])
  })

  test('is listed for its client and its agency, newest first, and for no one else', async () => {
    const person = await now.world.makeCompletePerson()
    const id = await matched(`email\n${person.email}`)
    const listOf = async (companyID: string, user = owner()) =>
      (await now.http.as(user).call(listEnrichments, { params: { companyID }, query: {} })).body.data
    expect((await listOf(now.world.tree.acme.id))[0]).toMatchObject({ id, company_id: client().id, has_rows: 'T' })
    expect((await listOf(client().id, client().user))[0]).toMatchObject({ id, status: 'matched' })
    const outsider = now.world.tree.acme.clients[1]!.user
    expect(await listOf(outsider.companyId, outsider)).toEqual([])
    expect((await now.http.as(outsider).call(readEnrichment, { params: { id } })).status).toBe(404)
  })
})

describe('an upload', () => {
  const wide = Array.from({ length: 101 }, (_, n) => `c${n}`).join()
  test.each<[string, string | Buffer, string?]>([
    ['Invalid file format. This upload only supports CSV files.', 'email\na@example.com', 'people.xlsx'],
    ['This is an archive. Please upload the CSV file inside it.', Buffer.from('PK\u0003\u0004more')],
    ['The file can’t be read as text. Save it as “CSV UTF-8”.', Buffer.from('656d61696c0a81', 'hex')],
    ['The file holds NUL characters; it is no CSV file.', 'email\na\0b@example.com'],
    ['The file has a line of more than 16384 bytes.', `email\n${'x'.repeat(20_000)}`],
    ['The file has more than 10,000 rows.', `email\n${'a@example.com\n'.repeat(10_001)}`],
    ['Line 2 has more values than there are columns.', 'email\na@example.com,b'],
    ['The file is empty.', ''],
    ['The file has no people below its column names.', 'email\n'],
    ['Two columns are named email.', 'email,email\na@example.com,b'],
    ['The file has more than 100 columns.', `${wide}\nx`],
    ['No column is named email, md5, sha1, sha256 or phone: no one can be matched.', 'name\nAnn'],
  ])('of an invalid file is rejected and leaves nothing: %s', async (message, content, fileName = 'people.csv') => {
    const before = await now.world.count('enrichment', { agencyId: now.world.tree.acme.id })
    const { status, body } = await send(content, { fileName })
    expect([status, body.field, body.message]).toEqual([422, 'file', message])
    expect(await now.world.count('enrichment', { agencyId: now.world.tree.acme.id })).toBe(before)
  })

  test('for a client without Enhance ID is rejected', async () => {
    const person = await now.world.makeCompletePerson()
    const file = `email\n${person.email}`
    await now.world.db.adminPool.query(`update company set modules = array_remove(modules, 'enhance') where id = $1`, [
      client().id,
    ])
    const { status, body } = await send(file)
    expect([status, body.message]).toEqual([422, 'This client does not have this product.'])
    await now.world.db.adminPool.query(`update company set modules = array_append(modules, 'enhance') where id = $1`, [
      client().id,
    ])
  })

  test('by a client who may not manage campaigns is rejected, and by its agency accepted', async () => {
    await letClientManage(false)
    expect((await send('email\na@example.com')).status).toBe(403)
    expect((await send('email\na@example.com', { user: owner() })).status).toBe(201)
    await letClientManage(true)
  })
})
