import { describe, expect, test } from 'vitest'
import { readKnownColumns } from '#contract/enrichment/enrichments.ts'
import { useEnrichmentStage } from '#server/test/enrichment-stage.ts'

const { now, client, send, read, matched, bought, download } = useEnrichmentStage()

const readColumns = async (user = client().user, companyID = client().id) => {
  const { status, body } = await now.http.as(user).call(readKnownColumns, { params: { companyID } })
  return { status, columns: body.data }
}

describe('columns with unrecognized headings', () => {
  test('are mapped by the user: people are matched by them, and values in the list are not added again', async () => {
    const [one, secondPerson] = [await now.world.makeCompletePerson(), await now.world.makeCompletePerson()]
    const list = `Kontakt,Vorname,email,constructor\n${one.email},Ann,fair,x\n${secondPerson.email},,newsletter,y`
    const id = await matched(list, { Kontakt: 'email', Vorname: 'first_name', email: '' })
    expect(await read(id)).toMatchObject({ rows_matched: 2, people: 2 })
    await bought(id)
    const { rows } = await download(id)
    expect(rows.map((row) => [row['Kontakt'], row['matched_by'], row['added_email'], row['added_first_name']])).toEqual(
      [
        [one.email, 'email', '', ''],
        [secondPerson.email, 'email', '', 'Ada'],
      ],
    )
  })

  test('are remembered by their headings for their client only, the newest list first', async () => {
    const { email } = await now.world.makeCompletePerson()
    await matched(`Mail to,Note\n${email},x`, { 'Mail to': 'email' })
    now.world.clock.advance(1)
    await matched(`Note,Cell\n${email},(312) 555-0142`, { Note: 'email', Cell: 'phone' })
    // A column recognized by its name is not remembered.
    await matched(`email,Other\n${email},x`)
    const { columns } = await readColumns()
    expect(columns.filter(({ heading }) => ['Mail to', 'Note', 'Cell', 'Other'].includes(heading))).toEqual([
      { heading: 'Note', field: 'email' },
      { heading: 'Cell', field: 'phone' },
      { heading: 'Mail to', field: 'email' },
    ])
    expect((await readColumns(now.world.tree.acme.owner)).columns).toEqual(columns)
    const outsider = now.world.tree.acme.clients[1]!
    expect((await readColumns(outsider.user, outsider.id)).columns).toEqual([])
    expect((await readColumns(outsider.user)).status).toBe(404)
    expect((await readColumns(now.world.tree.acme.owner, now.world.tree.acme.id)).columns).toEqual([])
  })

  test.each<[field: string, message: string, columns: object | string]>([
    ['column_fields', 'Choose a column with email addresses, their hashes or phone numbers.', { Who: 'first_name' }],
    ['column_fields', 'Choose a column with email addresses, their hashes or phone numbers.', {}],
    ['column_fields.Name', 'The file has no such column.', { Who: 'email', Name: 'first_name' }],
    ['column_fields.What', 'Another column already has this.', { Who: 'email', What: 'email' }],
    ['column_fields.What', 'This column has no email addresses.', { What: 'email' }],
    ['column_fields.What', 'This column has no MD5 hashes.', { What: 'md5', Who: 'email' }],
    ['column_fields.What', 'This column has no SHA-1 hashes.', { What: 'sha1' }],
    ['column_fields.What', 'This column has no SHA-256 hashes.', { What: 'sha256' }],
    ['column_fields.What', 'This column has no phone numbers.', { What: 'phone', Who: 'email' }],
    [
      'column_fields',
      'Enter an object that maps each heading to a field, or to nothing.',
      { Who: 'trait.credit_rating_band' },
    ],
    ['column_fields', 'Enter an object that maps each heading to a field, or to nothing.', { Who: 7 }],
    ['column_fields', 'Enter an object that maps each heading to a field, or to nothing.', ['email']],
    ['column_fields', 'Enter an object that maps each heading to a field, or to nothing.', '{"Who":'],
  ])('are rejected by field and leave nothing behind: %s %s', async (field, message, columns) => {
    const before = await now.world.count('enrichment', { agencyId: now.world.tree.acme.id })
    const { status, body } = await send('Who,What\na@example.com,thing', { columns })
    expect([status, body.field, body.message]).toEqual([422, field, message])
    expect(await now.world.count('enrichment', { agencyId: now.world.tree.acme.id })).toBe(before)
  })

  test('may be empty: an empty column is not invalid', async () => {
    const { email } = await now.world.makeCompletePerson()
    const id = await matched(`Who,What\n${email},`, { Who: 'email', What: 'phone' })
    expect(await read(id)).toMatchObject({ people: 1 })
  })
})
