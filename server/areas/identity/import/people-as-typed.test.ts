import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { noLimits } from '#server/test/app.ts'
import { createImportStage } from '#server/test/import-stage.ts'
import { openTree } from '#server/test/open-tree.ts'

// Files of people as spreadsheets and other systems write them.

const { db, http, tree } = await openTree({ limiter: noLimits })
const { upload, checked, activated } = createImportStage(http, tree.root.system)

const header = 'email,first_name,last_name,phone,street,city,state,zip'
const storedOf = async (email: string) =>
  (
    await db.adminPool.query(
      `select email, first_name, phone_e164, street, state, zip, count(key.hash)::int as keys
         from person left join person_key key on key.person_id = person.id where email = $1 group by person.id`,
      [email],
    )
  ).rows[0]

describe('a file of people', () => {
  test('keeps every row whose optional values cannot be read, and counts these', async () => {
    const rows = ['2138', '021381234', '2138.0', '02138-1234', 'N/A', '-'].map(
      (zip, n) => `z${n}@field.example,Jo,Do,${n === 0 ? 'call me' : '-'},1 Main St,Boston,MA,${zip}`,
    )
    const outcome = await activated(`${header}\n${rows.join('\n')}\n`)
    expect(outcome).toMatchObject({ rows_total: 6, rows_new: 6, rows_invalid: 0, values_unread: 2, problems: [] })
    expect(outcome.unread).toEqual([
      { row: 1, field: 'phone', message: 'isn’t a valid phone number' },
      { row: 5, field: 'zip', message: 'holds no value' },
    ])
    const zips = await Promise.all(rows.map(async (_, n) => (await storedOf(`z${n}@field.example`)).zip))
    expect(zips).toEqual(['02138', '02138', '02138', '02138', null, null])
  })

  test('takes stray quotation marks literally', async () => {
    const street = '5" Pipe Ln'
    const file = `${header}\nq1@field.example,Jo,Do,,${street},Boston,MA,02138\nq2@field.example,"Bud" Smith,Do,,"open,Boston,MA,02138\n`
    expect(await activated(file)).toMatchObject({ status: 'active', rows_new: 2, rows_invalid: 0 })
    expect(await storedOf('q1@field.example')).toMatchObject({ street })
    expect(await storedOf('q2@field.example')).toMatchObject({ first_name: '"Bud" Smith', street: '"open' })
  })

  test('may have other marks, an older encoding, and columns and rows of nothing', async () => {
    const text = 'email;first_name;zip;;\r\ns1@field.example;Jürgen;2138;;\r\n;;;;\r\n;;;;;;\r\n'
    for (const [content, encoding] of [
      [Buffer.from(text, 'latin1'), 'windows-1252'],
      [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16LE'],
      [Buffer.from(`\uFEFF${text}`), 'UTF-8'],
    ] as const)
      expect(await upload(content)).toMatchObject({
        columns: ['email', 'first_name', 'zip'],
        mapping: { email: 'email', first_name: 'first_name', zip: 'zip' },
        delimiter: ';',
        encoding,
      })
    expect(await activated(text)).toMatchObject({ rows_total: 1, rows_new: 1, rows_invalid: 0 })
    expect(await storedOf('s1@field.example')).toMatchObject({ first_name: 'Jürgen', zip: '02138' })
  })

  test('has each address in its one form, with every hash that others have of it', async () => {
    const file = `${header}\n"mailto:A1@Field.example\u200B",Jo,,٢١٢٥٥٥٠١٢٣,,,ma,\njo@bücher.example,Jo,,,,,,\n`
    expect(await activated(file)).toMatchObject({ rows_new: 2, values_unread: 0 })
    expect(await storedOf('a1@field.example')).toMatchObject({ phone_e164: '+12125550123', state: 'MA', keys: 3 })
    expect(await storedOf('jo@xn--bcher-kva.example')).toMatchObject({ keys: 6 })
    const { rows } = await db.adminPool.query('select 1 from person_key where hash = $1', [
      createHash('md5').update('jo@bücher.example').digest(),
    ])
    expect(rows).toHaveLength(1)
  })

  test('does not import a row whose values may stand in the wrong columns', async () => {
    const outcome = await checked('email,city,zip\nw1@field.example,Boston, MA,02138\n')
    expect(outcome.problems).toEqual([{ row: 1, field: '', message: 'has more values than there are columns' }])
  })
})
