import { describe, expect, test } from 'vitest'
import { noLimits } from './app.ts'
import { multipart, type FormPart } from './multipart.ts'
import { openTree } from './open-tree.ts'

// Files that every upload of a list must reject, in any area: the error names the file's field and nothing is stored.

const { db, http, tree } = await openTree({ limiter: noLimits })

const client = () => tree.acme.clients[0]!

interface Upload {
  path: () => string
  file: string
  /** What the file is keeps names apart. */
  fields: (what: string) => FormPart[]
  /** The tables where an upload would store data. */
  tables: string[]
}

const uploads: Record<string, Upload> = {
  'an exclusion list': {
    path: () => '/tools/optout/agency/upload',
    file: 'agencyoptoutfile',
    fields: () => [{ name: 'companyID', value: tree.acme.id }],
    tables: ['exclusion', 'exclusion_change', 'exclusion_staged'],
  },
  'an audience list': {
    path: () => `/marketing/audience-lists/${client().id}/upload`,
    file: 'file',
    fields: (what) => [{ name: 'list_name', value: `Customers ${what}` }],
    tables: ['audience_list', 'audience_list_entry'],
  },
  'a list to enrich': {
    path: () => `/enrichment/company/${client().id}/upload`,
    file: 'file',
    fields: () => [],
    tables: ['enrichment', 'enrichment_row'],
  },
}

const addresses = (rows: number): string => Array.from({ length: rows }, (_none, n) => `p${n}@example.com`).join('\n')

const files: [what: string, content: string | Buffer, fileName?: string][] = [
  ['of another kind', 'email\nann@example.com', 'people.xlsx'],
  ['that is an archive', Buffer.from('504b030401', 'hex')],
  ['in no encoding that we know', Buffer.from('656d61696c0a81', 'hex')],
  ['with NUL characters', 'email\nann@example.com\0'],
  ['with one line of 100 MB', Buffer.alloc(100 * 1024 * 1024, 'x')],
  ['of 10,001 rows', `email\n${addresses(10_001)}`],
]

const text = 'email;name\r\nann@example.com;\r\n;\r\n'
const goodFiles: [what: string, content: string | Buffer][] = [
  ['of one column', 'email\nann@example.com'],
  ['with semicolons and rows of nothing', text],
  ['in UTF-8 with its mark', `\uFEFF${text}`],
  ['in UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['in UTF-16, high byte first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['in Windows-1252', Buffer.from('email\njürgen@example.com', 'latin1')],
  ['with a quotation mark that is never closed', 'email\n"ann@example.com'],
]

describe.each(Object.entries(uploads))('%s', (_name, { path, file, fields, tables }) => {
  const countRows = async (): Promise<unknown[]> =>
    Promise.all(tables.map(async (table) => (await db.adminPool.query(`select count(*) from ${table}`)).rows[0]))
  const send = (content: string | Buffer, fileName = 'people.csv', what = '') =>
    http.as(tree.acme.owner).inject({
      method: 'POST',
      url: `/api${path()}`,
      ...multipart([...fields(what), { name: file, fileName, content }]),
    })

  test.each(files)('rejects a file %s', async (_what, content, fileName) => {
    const before = await countRows()
    const answer = await send(content, fileName)
    expect([answer.statusCode, answer.json<{ field?: string }>().field]).toEqual([422, file])
    expect(await countRows()).toEqual(before)
  })

  test.each(goodFiles)('accepts a file %s', async (what, content) => {
    const before = await countRows()
    expect(String((await send(content, undefined, what)).statusCode)).toMatch(/^2/)
    expect(await countRows()).not.toEqual(before)
  })
})
