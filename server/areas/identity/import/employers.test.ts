import { describe, expect, test } from 'vitest'
import { checkImport, type ImportRow } from '#contract/identity/imports.ts'
import { noLimits } from '#server/test/app.ts'
import { createImportStage } from '#server/test/import-stage.ts'
import { openTree } from '#server/test/open-tree.ts'
import { readInformation } from '../read-information.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })
const { upload, checked, activated } = createImportStage(http, tree.root.system)

const rowsOf = async (text: string) => (await db.adminPool.query(text)).rows
const counts = ({ rows_new, rows_changed, rows_same, rows_invalid }: ImportRow) => [
  rows_new,
  rows_changed,
  rows_same,
  rows_invalid,
]
const header = 'Domain,Company,Industry,Size,Headquarters,IP ranges'

describe('a file of companies', () => {
  test('is recognized by its columns: domains, and no personal addresses', async () => {
    expect((await upload(`${header}\na.example,A,,,,\n`)).mapping).toEqual({
      'company.company_domain': 'Domain',
      'company.company_name': 'Company',
      'company.industry': 'Industry',
      'company.employee_band': 'Size',
      'company.headquarters': 'Headquarters',
      'company.range': 'IP ranges',
    })
    // If it also has people, it is a file of people and their jobs.
    expect((await upload('email,company_domain\na@example.com,a.example\n')).mapping).toEqual({
      email: 'email',
      'trait.company_domain': 'company_domain',
    })
  })

  test('is checked without a change, then imported, and a second time nothing is new', async () => {
    const file = [
      header,
      'WWW.Northwind.example,Northwind,Software and media,51-200,"Austin, TX",198.51.100.77/25 2001:DB8:1::/48',
      'contoso.example,Contoso,Retail,11-50,,203.0.113.9',
    ].join('\n')
    expect(counts(await checked(file))).toEqual([2, 0, 0, 0])
    expect(await rowsOf('select from employer')).toEqual([])
    expect((await activated(file)).status).toBe('active')
    expect(await rowsOf('select domain, facts from employer order by domain')).toEqual([
      { domain: 'contoso.example', facts: { company_name: 'Contoso', industry: 'Retail', employee_band: '11-50' } },
      {
        domain: 'northwind.example',
        facts: {
          company_name: 'Northwind',
          industry: 'Software and media',
          employee_band: '51-200',
          headquarters: 'Austin, TX',
        },
      },
    ])
    expect(await rowsOf('select range::text, domain from employer_range e order by e.range')).toEqual([
      { range: '198.51.100.0/25', domain: 'northwind.example' },
      { range: '203.0.113.9/32', domain: 'contoso.example' },
      { range: '2001:db8:1::/48', domain: 'northwind.example' },
    ])
    expect(await rowsOf('select version::int from employer_range_version')).toEqual([{ version: 1 }])
    expect(counts(await checked(file))).toEqual([0, 0, 2, 0])
  })

  test('changes what it contains and leaves the rest unchanged', async () => {
    const news = await activated(`${header}\nnorthwind.example,Northwind Software,,,,192.0.2.0/24\n`)
    expect(counts(news)).toEqual([0, 1, 0, 0])
    const [{ facts }] = await rowsOf(`select facts from employer where domain = 'northwind.example'`)
    expect(facts).toMatchObject({ company_name: 'Northwind Software', employee_band: '51-200' })
  })

  test.each([
    ['company.company_domain', 'not a domain,A,,,,'],
    ['company.company_domain', ',A,,,,'],
    // Another company's range in a different notation.
    ['company.range', 'a.example,A,,,,2001:0DB8:0001:0::/48'],
    ['company.range', 'a.example,A,,,,203.0.113.9 203.0.113.9/32'],
    ['company.range', 'a.example,A,,,,203.0.113.9'],
  ])('reports %s of a row that cannot be imported: %s', async (field, line) => {
    const { problems, rows_invalid } = await checked(`${header}\n${line}\n`)
    expect([rows_invalid, problems.map((problem) => problem.field)]).toEqual([1, [field]])
  })

  test.each([
    ['company.range', 'a.example,A,,,,300.1.1.1/24'],
    ['company.range', 'a.example,A,,,,10.0.0.0/7'],
    ['company.range', 'a.example,A,,,,10.0.0.0/33'],
    ['company.range', 'a.example,A,,,,2001:db8::1/48'],
    ['company.range', 'a.example,A,,,,2001:db8:1:1::/48'],
    ['company.range', 'a.example,A,,,,::/0'],
    ['company.range', 'a.example,A,,,,0::/48'],
    ['company.range', 'a.example,A,,,,2001:db8:2::/48/1'],
    ['company.range', 'a.example,A,,,,2001:db8:2::/0x30'],
    ['company.range', 'a.example,A,,,,office'],
    ['company.company_name', `a.example,${'x'.repeat(101)},,,,`],
  ])('counts %s as empty where it cannot be read, and keeps the company: %s', async (field, line) => {
    const { unread, values_unread, rows_invalid } = await checked(`${header}\n${line}\n`)
    expect([rows_invalid, values_unread, unread.map((value) => value.field)]).toEqual([0, 1, [field]])
  })

  test('needs domains, and cannot contain people', async () => {
    const { id } = await upload('Domain,Email\na.example,a@example.com\n')
    const check = async (mapping: ImportRow['mapping']) => {
      const { status, body } = await http.as(tree.root.system).call(checkImport, { params: { id }, body: { mapping } })
      return [status, (body as { field?: string }).field]
    }
    expect(await check({ 'company.company_name': 'Domain' })).toEqual([422, 'mapping.company.company_domain'])
    expect(await check({ 'company.company_domain': 'Domain', email: 'Email' })).toEqual([422, 'mapping.email'])
  })
})

test('a company’s record takes precedence over a file of its people', async () => {
  const { rows } = await db.adminPool.query(
    `insert into person (first_name, last_name, source, updated_at) values ('A', 'B', 'test', now()) returning id`,
  )
  const id = rows[0].id
  await db.adminPool.query(
    `insert into trait values ($1, 'company_domain', 'contoso.example'), ($1, 'industry', 'Fishing'), ($1, 'founded', '1990')`,
    [id],
  )
  const information = await readInformation(db.appPool, [id], ['industry', 'company_name', 'founded'])
  expect(Object.fromEntries(information.get(id)!)).toEqual({
    industry: 'Retail',
    company_name: 'Contoso',
    founded: '1990',
  })
})
