import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { readMachine } from '#contract/machine/machine.ts'
import type { Platform } from '#server/platform/platform.ts'
import { testCertificate } from '#server/test/tls-fixture.ts'
import { openWorld } from '#server/test/world.ts'
import { checkCertificates } from './check-certificates.ts'

const { host, cert } = testCertificate
const { db, http, tree } = await openWorld()
const server = createServer(testCertificate).listen(0, 'localhost')
await once(server, 'listening')
afterAll(() => void server.close())
const { port } = server.address() as AddressInfo
const { config } = http.platform
const platform: Platform = {
  ...http.platform,
  config: { ...config, PUBLIC_PORT: port, OUTGOING_ALLOW: [`${host}:${port}`] },
}
await db.adminPool.query(
  `insert into host (host, company_id, root_id, agency_id, verified_at, is_subdomain) values ($1, $2, $3, $2, now(), false)`,
  [host, tree.acme.id, tree.root.id],
)

/** Looks at every host anew. */
async function seen(tools: { ca?: string } = {}) {
  await db.adminPool.query('delete from host_certificate')
  await checkCertificates(platform, tools)
  const { certificates } = (await http.as(tree.root.system).call(readMachine, {})).body.data
  return certificates.find((certificate) => certificate.host === host)
}

test('the operator sees how long the certificate of each host still holds', async () => {
  const certificate = await seen({ ca: cert })
  expect(certificate).toMatchObject({ problem: '', expires_at: '2120-01-01T00:00:00.000Z' })
  expect(certificate!.days_left).toBeGreaterThan(30_000)
})

test('and which visitors’ browsers would not trust', async () => {
  expect(await seen()).toMatchObject({ problem: 'untrusted', expires_at: '2120-01-01T00:00:00.000Z' })
})

test('hosts in a private network are left alone', async () => {
  await seen()
  const { rows } = await db.adminPool.query(
    'select distinct problem, expires_at from host_certificate where host <> $1',
    [host],
  )
  expect(rows).toEqual([{ problem: 'private_address', expires_at: null }])
})

test('a host that does not answer by TLS is named, and a host that is gone is forgotten', async () => {
  server.close()
  expect(await seen()).toMatchObject({ problem: 'unreachable', days_left: null })
  await db.adminPool.query('delete from host where host = $1', [host])
  await checkCertificates(platform)
  const { rowCount } = await db.adminPool.query('select from host_certificate where host = $1', [host])
  expect(rowCount).toBe(0)
})
