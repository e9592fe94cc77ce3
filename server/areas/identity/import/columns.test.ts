import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkImport, previewImport } from '#contract/identity/imports.ts'
import { noLimits } from '#server/test/app.ts'
import { createImportStage, runImportJob } from '#server/test/import-stage.ts'
import { openTree } from '#server/test/open-tree.ts'
import { removeImportFiles } from './remove-import-files.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-columns-'))

afterAll(() => rmSync(dataDir, { recursive: true }))
const { tree, http: app } = await openTree({ limiter: noLimits, env: { DATA_DIR: dataDir } })

const operator = () => tree.root.system
const upload = (content: string) => createImportStage(app, operator()).upload(content)
const preview = (id: string, who = operator()) => app.as(who).call(previewImport, { params: { id } })

describe('a file of searches with unrecognized headings', () => {
  const rows = 'Wer,Suchte,Wann\na@example.com,roof repair,2026-11-19\nb@example.com,gutters,2026-11-19'
  const mapping = { email: 'Wer', phrase: 'Suchte', signal_at: 'Wann' }

  test('is mapped once: the next file with these headings gets the same mapping', async () => {
    const first = await upload(rows)
    expect(first.mapping).toEqual({})
    await app.as(operator()).call(checkImport, { params: { id: first.id }, body: { mapping } })
    await runImportJob(app, 'check-import', operator(), first.id)
    expect((await upload(rows)).mapping).toEqual(mapping)
    // Earlier mappings take precedence; the remaining columns are guessed from their headings.
    expect((await upload('email,Wer,Plz,zip\nx@example.com,a@example.com,60601,60602')).mapping).toEqual({
      email: 'Wer',
      zip: 'zip',
    })
    // A file of companies contains no people.
    const companies = await upload('domain,range,Wer\nacme.test,192.0.2.0/24,Ann')
    expect(Object.keys(companies.mapping).every((field) => field.startsWith('company.'))).toBe(true)
  })

  test('shows its first rows, with a value for each column, until the file is removed', async () => {
    const { id } = await upload(`Wer,Suchte\na@example.com\n${'x'.repeat(300)},"a, ""b""",more\nc,d\ne,f`)
    expect((await preview(id)).body.data).toEqual([
      ['a@example.com', ''],
      ['x'.repeat(100), 'a, "b"'],
      ['c', 'd'],
    ])
    expect((await preview(id, tree.acme.owner)).status).toBe(403)
    await removeImportFiles(app.platform, app.platform.clock.now() + 60_000)
    const { status, body } = await preview(id)
    expect([status, body]).toMatchObject([409, { message: expect.stringContaining('was removed') }])
  })
})
