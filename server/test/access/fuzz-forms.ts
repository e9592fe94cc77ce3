import fc from 'fast-check'
import type { Operation } from '#contract/core/operation.ts'
import { schemaOf } from './example-of.ts'
import { dangerousValues } from './fuzz.ts'

/** A multipart body as sent, intact or damaged. */
export interface FuzzedForm {
  contentType: string
  payload: Buffer
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const csv = 'email,first name,zip\nada@example.com,Ada,60601\n"half a quote\n,,,\n'

const contents: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(
    Buffer.from(csv),
    Buffer.from(`\uFEFF${csv}`),
    Buffer.from(csv, 'utf16le'),
    onePixel,
    // Truncated in the middle, a header alone, one that claims to be enormous.
    onePixel.subarray(0, 40),
    onePixel.subarray(0, 8),
    Buffer.concat([onePixel.subarray(0, 16), Buffer.from('7fffffff7fffffff', 'hex'), onePixel.subarray(24)]),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a'),
    Buffer.from('%PDF-1.4'),
    Buffer.alloc(0),
    Buffer.alloc(100_000, 'x'),
    Buffer.alloc(3_000, 0),
    Buffer.from('a,'.repeat(5_000)),
  ),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
)
const fileNames = [
  'persons.csv',
  'me.png',
  'me.svg',
  '../../etc/passwd',
  'a\0.csv',
  '"',
  'ÿ.csv',
  `${'x'.repeat(5_000)}.csv`,
  '',
]
const types = ['text/csv', 'image/png', 'image/svg+xml', 'application/octet-stream', 'nonsense', '']

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 3_000)

/** One part: a text field, usually with a name that the operation knows, or a file. */
function part(names: readonly string[]): fc.Arbitrary<Buffer> {
  const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, fc.string({ maxLength: 20 }))
  const field = fc
    .tuple(name, fc.oneof(fc.string({ maxLength: 60 }), dangerousValues))
    .map(([of, value]) => Buffer.from(`content-disposition: form-data; name="${of}"\r\n\r\n${asText(value)}`))
  const file = fc
    .tuple(name, fc.constantFrom(...fileNames), fc.constantFrom(...types), contents)
    .map(([of, fileName, type, content]) =>
      Buffer.concat([
        Buffer.from(
          `content-disposition: form-data; name="${of}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`,
        ),
        content,
      ]),
    )
  return fc.oneof(field, file)
}

const boundary = 'leadloom-fuzz'
const formType = `multipart/form-data; boundary=${boundary}`

/** Fields of multipart operations, besides those that a declaration names. */
const knownFields = ['file', 'step', 'name', 'email', 'phonenum', 'profile_pict', 'zip', 'state_code', 'country_code']

/** Forms for a multipart operation, with parts of all kinds; half of them are damaged in transit. */
export function formsOf(operation: Operation): fc.Arbitrary<FuzzedForm> {
  const names = [
    ...Object.keys(schemaOf(operation.body).properties ?? {}),
    ...knownFields,
    '__proto__',
    'constructor',
    '',
  ]
  const whole = fc
    .array(part(names), { maxLength: 8 })
    .map((parts) =>
      Buffer.concat([
        ...parts.flatMap((each) => [Buffer.from(`--${boundary}\r\n`), each, Buffer.from('\r\n')]),
        Buffer.from(`--${boundary}--\r\n`),
      ]),
    )
  const damage = fc.constantFrom('none', 'none', 'none', 'cut', 'boundary', 'nameless', 'lines', 'twice', 'json')
  return fc.tuple(whole, damage, fc.double({ min: 0, max: 1, noNaN: true })).map(([payload, how, share]) => {
    if (how === 'cut')
      return { contentType: formType, payload: payload.subarray(0, Math.floor(payload.length * share)) }
    if (how === 'boundary') return { contentType: 'multipart/form-data; boundary=another', payload }
    if (how === 'nameless') return { contentType: 'multipart/form-data', payload }
    if (how === 'lines') {
      return {
        contentType: formType,
        payload: Buffer.from(payload.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
      }
    }
    if (how === 'twice') return { contentType: formType, payload: Buffer.concat([payload, payload]) }
    return { contentType: how === 'json' ? 'application/json' : formType, payload }
  })
}
