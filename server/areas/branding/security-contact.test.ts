import { expect, test } from 'vitest'
import { openTree } from '#server/test/open-tree.ts'

// RFC 9116: each host says whom to tell about a hole, and no host names somebody above its company.

const { db, tree, http } = await openTree()
const { acme, brightside, root } = tree

const readContact = (host: string) => http.anonymous(host).inject({ method: 'GET', url: '/.well-known/security.txt' })
const setSupport = (companyId: string, url: string) =>
  db.adminPool.query('update brand set support_url = $2 where company_id = $1', [companyId, url])

test('security.txt has the support link of the host’s own company, and ends within a year', async () => {
  await setSupport(acme.id, 'https://help.acme.example/security')
  const { host } = acme.owner
  const { statusCode, headers, body } = await readContact(host)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  )
  expect(fields).toMatchObject({ Contact: 'https://help.acme.example/security', 'Preferred-Languages': 'en, ar' })
  expect(fields['Canonical']).toContain(`${host}`)
  const ahead_days = (Date.parse(fields['Expires']!) - http.platform.clock.now()) / 86_400_000
  expect(ahead_days).toBeGreaterThan(150)
  expect(ahead_days).toBeLessThan(366)
})

test('a host without a support link has none, even if the operator has one, and neither has a host of nobody', async () => {
  await setSupport(root.id, 'https://operator.example/help')
  await db.adminPool.query('update brand set support_url = null where company_id = $1', [brightside.id])
  expect((await readContact(brightside.owner.host)).statusCode).toBe(404)
  expect((await readContact('nobody.localhost')).statusCode).toBe(404)
})

test('a host answers no method that echoes what was sent, and none that it does not know', async () => {
  for (const method of ['TRACE', 'PROPFIND'] as const) {
    const { statusCode, body } = await http.anonymous(acme.owner.host).inject({
      method: method as 'GET',
      url: '/login',
      headers: { 'x-echo': 'sent-by-the-caller' },
    })
    expect([method, statusCode >= 400, body.includes('sent-by-the-caller')]).toEqual([method, true, false])
  }
})
