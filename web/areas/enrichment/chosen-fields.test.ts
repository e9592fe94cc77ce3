import { describe, expect, it } from 'vitest'
import { choose, hasUnknownColumns, startOf } from './chosen-fields.ts'
import { readFilePreview } from '../../shells/file-preview.ts'

describe('the columns of a list', () => {
  it('are all assigned if every heading is an expected one', () => {
    expect(hasUnknownColumns(['Email', 'First Name', 'ZIP code', 'Age band'])).toBe(false)
    expect(hasUnknownColumns(['Email', 'Source'])).toBe(true)
    expect(hasUnknownColumns(['Email', 'Credit rating band'])).toBe(true)
  })

  it('start with earlier choices for their headings, and assign no field twice', () => {
    const columns = [
      { heading: 'Contact', field: 'email' },
      { heading: 'phone', field: '' },
      { heading: 'elsewhere', field: 'zip' },
    ]
    expect(startOf(['Contact', 'email', 'phone', 'zip', 'Note'], columns)).toEqual({
      Contact: 'email',
      email: '',
      phone: '',
      zip: 'zip',
      Note: '',
    })
  })

  it('lose a field that is chosen for another column', () => {
    const before = { a: 'email', b: 'phone', c: '' } as const
    expect(choose(before, 'c', 'email')).toEqual({ a: '', b: 'phone', c: 'email' })
    expect(choose(before, 'b', '')).toEqual({ a: 'email', b: '', c: '' })
  })
})

describe('the first rows of a list', () => {
  const preview = (text: string | Uint8Array<ArrayBuffer>) => readFilePreview(new Blob([text]))

  it('are read without the rest, including quoted values', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => `a${n}@example.com,"Lee, ""An"" ${n}"`).join('\r\n')
    expect(await preview(`\uFEFFMail,Name\r\n${rows}`)).toEqual({
      columns: ['Mail', 'Name'],
      rows: [0, 1, 2].map((n) => [`a${n}@example.com`, `Lee, "An" ${n}`]),
      delimiter: ',',
      encoding: 'UTF-8',
    })
  })

  it('are read in the file’s own dialect and encoding, as the server does', async () => {
    const text = 'Mail;Name;Zip;;\r\na@example.com;Jürgen;02138;;\r\n'
    const columns = ['Mail', 'Name', 'Zip']
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
    expect(await preview(new Uint8Array(Buffer.from(text, 'latin1')))).toMatchObject({
      columns,
      encoding: 'windows-1252',
    })
    expect(await preview(utf16)).toMatchObject({ columns, delimiter: ';', encoding: 'UTF-16LE' })
    expect((await preview(utf16))!.rows[0]!.slice(0, 3)).toEqual(['a@example.com', 'Jürgen', '02138'])
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['nothing', ''],
    ['headings only', 'a,b'],
    ['a repeated heading', 'a,a\n1,2'],
    ['an unclosed quotation', '"a,b\n1,2'],
  ])('are empty for %s: the server reports what is wrong with the file', async (_what, content) => {
    expect(await preview(content)).toBeNull()
  })
})
