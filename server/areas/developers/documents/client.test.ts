import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { noLimits } from '#server/test/app.ts'
import { makeDeveloperKey } from '#server/test/developer-token.ts'
import { openTree } from '#server/test/open-tree.ts'
import { ApiError, createClient, everyRow, requestToken, type Scope } from '../../../../client/api-client.ts'
import { writeClient } from '../../../../client/write-client.ts'
import { clientFile } from '../read-client.ts'

// The client that developers download, made from what the running program says of itself, and used against it.

const { db, tree, http } = await openTree({ limiter: noLimits })
let origin: string
let key: { name: string; secret: string }

beforeAll(async () => {
  key = await makeDeveloperKey(db, http.platform, tree.acme.owner)
  // The host name under which a process on this machine is reached.
  await db.adminPool.query(`update host set host = '127.0.0.1' where host = 'acme.localhost'`)
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(http.app.server.address() as AddressInfo).port}`
})

/** A client with a token of these scopes. */
async function openClient(...scopes: Scope[]) {
  const grant = await requestToken({ origin, clientId: key.name, clientSecret: key.secret, scopes })
  return createClient({ origin, token: () => grant.access_token })
}

test('the download is what the generator makes of the served document; «npm run client» renews it', async () => {
  const document = (await (await fetch(`${origin}/api/v1/developer/openapi`)).json()) as Record<string, unknown>
  const download = await (await fetch(`${origin}/api/v1/developer/client`)).text()
  expect(await writeClient(document)).toBe(download)
  expect(await readFile(clientFile, 'utf8')).toBe(download)
  expect(download).not.toContain('issueDeveloperToken')
}, 60_000)

test('a list is read to its end', async () => {
  const api = await openClient('clients:read')
  const ids: string[] = []
  for await (const { id } of everyRow((query) => api.listDeveloperClients({ query: { ...query, limit: 1 } })))
    ids.push(id)
  expect(ids.length).toBeGreaterThan(1)
  expect(ids.toSorted()).toEqual(tree.acme.clients.map(({ id }) => id).toSorted())
})

test('a change is made once for its idempotency key', async () => {
  const api = await openClient('exclusions:read', 'exclusions:write')
  const add = (address: string, idempotencyKey: string) =>
    api.addDeveloperExclusions({ body: { addresses: [address] } }, { idempotencyKey })
  const change = await add('someone@example.com', 'first')
  expect(await add('someone@example.com', 'first')).toEqual(change)
  // The same key for something else is a mistake of the caller.
  await expect(add('other@example.com', 'first')).rejects.toMatchObject({ problem: { field: 'Idempotency-Key' } })
  expect((await api.readDeveloperExclusions()).changes.map(({ id }) => id)).toEqual([change.id])
})

test('a refusal is thrown with its code', async () => {
  const api = await openClient('clients:read', 'campaigns:read')
  const call = api.getDeveloperCampaign({ params: { id: tree.acme.id } })
  await expect(call).rejects.toBeInstanceOf(ApiError)
  await expect(call).rejects.toMatchObject({ status: 404, problem: { code: 'not_found', status: 404 } })
  await expect(api.listDeveloperLeads()).rejects.toMatchObject({ problem: { code: 'insufficient_scope' } })
  // @ts-expect-error The filter has another name, which the types know and the program refuses.
  const wrong = api.listDeveloperClients({ query: { company: tree.acme.id } })
  await expect(wrong).rejects.toMatchObject({ status: 422 })
})
