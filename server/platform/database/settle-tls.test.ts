import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { testCertificate } from '#server/test/tls-fixture.ts'
import { addressFromUrl } from './pool.ts'

// How `sslmode` in DATABASE_URL is taken, by a server with a certificate for another name, of an authority of its own.

const folder = makeTestFolder()
const authority = join(folder, 'authority.pem')
writeFileSync(authority, testCertificate.cert)

/** It offers TLS, and then refuses every password. */
const server = createServer((socket: Socket) => {
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write('S')
    const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(testCertificate) })
    secure.on('error', () => {})
    const text = 'SFATAL\0VFATAL\0C28P01\0Mno\0\0'
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length + 4)
    secure.once('data', () => secure.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(text)])))
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The code of the error by which connecting ends. */
async function connect(query: string): Promise<string | undefined> {
  const { owner } = addressFromUrl(`postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c?${query}`)
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  const error = await client.connect().then(
    () => undefined,
    (thrown: NodeJS.ErrnoException) => thrown,
  )
  await client.end().catch(() => {})
  return error?.code
}

const authorityOption = `sslrootcert=${encodeURIComponent(authority)}`
const [wrongPassword, unknownAuthority, otherName] = [
  '28P01',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]

test.each([
  ['sslmode=require', unknownAuthority],
  ['sslmode=verify-ca', unknownAuthority],
  ['sslmode=verify-full', unknownAuthority],
  [`sslmode=require&${authorityOption}`, otherName],
  [`sslmode=verify-full&${authorityOption}`, otherName],
  [`sslmode=verify-ca&${authorityOption}`, wrongPassword],
  ['sslmode=no-verify', wrongPassword],
])('%s: whether the server is trusted, without a warning of the driver', async (query, code) => {
  const warn = vi.spyOn(process, 'emitWarning')
  expect(await connect(query)).toBe(code)
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

test('a file that cannot be read is named', () => {
  expect(() => addressFromUrl('postgres://a:b@127.0.0.1/c?sslmode=verify-ca&sslrootcert=/nowhere/ca.pem')).toThrow(
    /^The file \/nowhere\/ca\.pem, which sslrootcert in DATABASE_URL names, cannot be read \(ENOENT\)/,
  )
})
