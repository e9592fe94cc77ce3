import { beforeEach, describe, expect, test } from 'vitest'
import { exclusionLevels } from '#contract/exclusions/lists.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from '#server/test/app.ts'
import { useExclusionStage, type Sent } from '#server/test/exclusion-stage.ts'
import { multipart } from '#server/test/multipart.ts'
import {
  md5,
  sha256,
  type PipelineCampaign,
  type PipelinePerson,
  type PipelineWorld,
} from '#server/test/pipeline-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'

const { now, upload, exclude, readList, visit, sendsUpload, clientUser } = useExclusionStage()
let world: PipelineWorld
let http: TestApp
let campaign: PipelineCampaign
let person: PipelinePerson
beforeEach(() => void ({ world, http, campaign, person } = now))

describe('an upload', () => {
  test.each(exclusionLevels)(
    'excludes people by their plain address at the level of the %s, once it is done',
    async (level) => {
      await exclude(level, person.email.toUpperCase())
      expect((await visit()).reason).toBe(`excluded_${level}`)
      expect(await readList(level)).toMatchObject({
        level,
        addresses: 1,
        jobProgress: [],
        jobDone: [{ percentage: 100 }],
      })
    },
  )

  test('R251: accepts MD5 hashes too, whichever hash identifies the person', async () => {
    await exclude('client', md5(person.email))
    expect((await visit()).reason).toBe('excluded_client')
    const hashPerson = await world.makePerson()
    await world.db.adminPool.query(`delete from person_key where person_id = $1 and length(hash) <> 32`, [
      hashPerson.id,
    ])
    await exclude('client', hashPerson.email)
    expect((await world.visit(campaign, { hashes: [sha256(hashPerson.email)] })).reason).toBe('excluded_client')
  })

  test.each([
    ['a zero-width space', (email: string) => `Email\n${email}\u200B`],
    ['single quotation marks', (email: string) => `'${email}'`],
    ['a name in front', (email: string) => `Doe, Jo <${email}>`],
    ['mailto and a trailing dot', (email: string) => `MAILTO:${email.toUpperCase()}.`],
    [
      'full-width letters',
      (email: string) => email.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    ],
    ['a file in UTF-16', (email: string) => Buffer.from(`\uFEFFemail\r\n${email}\r\n`, 'utf16le')],
  ])('excludes the person of an address with %s', async (_what, contentOf) => {
    expect(await upload('client', { content: contentOf(person.email) })).toMatchObject({ status: 200 })
    await runJobs(world.db, http.platform)
    expect((await visit()).reason).toBe('excluded_client')
  })

  test('R251: accepts 10,000 records in a file', async () => {
    const content = Array.from({ length: 10_000 }, (_none, n) => `p${n}@example.com`).join('\n')
    expect(await upload('client', { content })).toMatchObject({ status: 200 })
    expect((await readList('client')).jobProgress).toMatchObject([{ total_row: 10_000 }])
  })

  test('excludes no one beside or above its level', async () => {
    await exclude('campaign', person.email)
    expect((await visit(person, await world.makeCampaign())).reason).toBe('lead')
    const otherPlace = { agencyId: world.tree.acme.id, clientId: world.tree.acme.clients[1]!.id }
    await exclude('client', person.email)
    expect((await visit(person, await world.makeCampaign({}, otherPlace))).reason).toBe('lead')
  })

  test('R250: stores the name of its file in plain lowercase characters', async () => {
    await upload('client', { fileName: 'My List (März) 2026-11.CSV', content: person.email })
    expect((await readList('client')).jobProgress).toMatchObject([{ filename: 'my_list_mrz_2026-11.csv' }])
  })

  test('handles a heading, blank lines, quotes, other separators and duplicates', async () => {
    const lines = [
      '\uFEFFEmail;',
      '',
      `"${person.email}"`,
      `${person.email.toUpperCase()},`,
      md5(person.email),
      ' new@example.com ',
    ]
    await upload('client', { content: lines.join('\r\n') })
    await runJobs(world.db, http.platform)
    expect(await readList('client')).toMatchObject({ addresses: 2, changes: [{ total_row: 2, addresses: 2 }] })
  })

  test('R269: returns success once the file is accepted, and logs what was done', async () => {
    const { body } = await upload('client', { content: person.email })
    expect(body).toMatchObject({ result: 'success' })
    const { rows } = await world.db.adminPool.query(
      'select action, after from activity order by at desc, seq desc limit 1',
    )
    expect(rows).toEqual([
      {
        action: 'data.exclusionsUploaded',
        after: { exclusion_level: 'client', file_name: 'list.csv', addresses: 1 },
      },
    ])
  })

  test('never stores an address in plain text', async () => {
    await upload('client', { content: person.email })
    const { rows } = await world.db.adminPool.query('select t::text as row from exclusion_staged t')
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain('@')
  })
})

describe('a file is rejected by field and changes nothing:', () => {
  const address = 'ann@example.com'
  const cases: [what: string, sent: Sent, message: string | RegExp][] = [
    [
      'R249: another extension',
      { fileName: 'list.txt', content: address },
      'Invalid file format. This upload only supports CSV files.',
    ],
    [
      'an archive',
      { content: Buffer.from('504b0304', 'hex') },
      'This is an archive. Please upload the CSV file inside it.',
    ],
    [
      'no encoding that we know',
      { content: Buffer.from('8140', 'hex') },
      'The file can’t be read as text. Save it as “CSV UTF-8”.',
    ],
    ['NUL characters', { content: `${address}\0` }, 'The file holds NUL characters; it is no CSV file.'],
    ['no content', { content: '' }, 'The file is empty.'],
    ['a heading alone', { content: 'email\n' }, 'The file has no email addresses or MD5 hashes.'],
    ['a long line', { content: 'x'.repeat(321) }, 'The file has a line of more than 320 bytes.'],
    ['two values', { content: `${address}\nann@example.com,Ann` }, 'Line 2 has more than one value.'],
    ['no address', { content: `${address}\nnobody` }, 'Line 2 is neither an email address nor an MD5 hash.'],
    ['another hash', { content: sha256(address) }, 'Line 1 is neither an email address nor an MD5 hash.'],
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\uFF1D1', '\t=1'].map((cell): [string, Sent, string] => [
      `the formula ${JSON.stringify(cell)}`,
      { content: cell },
      'Line 1 is neither an email address nor an MD5 hash.',
    ]),
    ['a formula with an address', { content: '=cmd|a@example.com' }, 'Line 1 has more than one value.'],
    [
      'a name beside an address',
      { content: 'ann@example.com Ann' },
      'Line 1 is neither an email address nor an MD5 hash.',
    ],
    [
      'R251: 10,001 records',
      { content: Array.from({ length: 10_001 }, (_none, n) => `p${n}@example.com`).join('\n') },
      'The file has more than 10,000 records.',
    ],
  ]
  test.each(cases)('%s', async (_what, sent, message) => {
    const { status, body } = await upload('client', sent)
    expect([status, body['field'], body['message']]).toEqual([
      422,
      'clientoptoutfile',
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
    expect(await readList('client')).toMatchObject({ addresses: 0, changes: [] })
  })

  test('one line of 20 MB', async () => {
    const { status, body } = await upload('client', { content: Buffer.alloc(20_000_000, 'x') })
    expect([status, body['message']]).toEqual([422, 'The file has a line of more than 320 bytes.'])
  })

  test('more than 5 MB of blank lines', async () => {
    const { status, body } = await upload('client', { content: Buffer.alloc(6_000_000, '\n') })
    expect([status, body['field']]).toEqual([413, 'clientoptoutfile'])
  })

  test('fields that the form does not have, or no file', async () => {
    const content = address
    const extra = [{ name: 'desc', value: 'x' }]
    expect((await upload('client', { content, extra })).body['field']).toBe('desc')
    expect((await upload('client', { content, fields: { campaigntype: 'agency' } })).body['field']).toBe('campaigntype')
    expect((await upload('client', { content, fields: { ClientCompanyID: 'x' } })).body['field']).toBe(
      'ClientCompanyID',
    )
    const { path } = sendsUpload('client')
    const bare = multipart([
      { name: 'ClientCompanyID', value: clientUser().companyId },
      { name: 'campaigntype', value: 'client' },
    ])
    const answer = await http.as(clientUser()).inject({ method: 'POST', url: `/api${path}`, ...bare })
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'clientoptoutfile'])
  })

  test('one for a foreign company, with the same response as for an absent one', async () => {
    const ids = [world.tree.acme.clients[1]!.id, world.tree.brightside.clients[0]!.id, newId(0)]
    const answers = await Promise.all(
      ids.map((ClientCompanyID) => upload('client', { content: address, fields: { ClientCompanyID } })),
    )
    expect(answers.map(({ status, body }) => [status, body['message']])).toEqual(
      ids.map(() => [404, 'The page you requested could not be found.']),
    )
  })
})
