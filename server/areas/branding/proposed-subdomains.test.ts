import { expect, test } from 'vitest'
import { migrateBefore } from '#server/test/migrate-in-two.ts'

test('agencies from before registrations asked for a subdomain get one and a brand, and their owners are asked', async () => {
  const { db, finish, close } = await migrateBefore('0700-proposed-subdomains.sql')
  const ids = ['01', '02', '03'].map((end) => `00000000-0000-4000-8000-0000000000${end}`)
  const [root, north, acme] = ids as [string, string, string]
  const names = { [root]: 'Operator', [north]: 'North & Söhne', [acme]: 'Acme' }
  for (const id of ids) {
    const of = id === root ? null : id
    await db.adminPool.query(
      `insert into company (id, kind, root_id, agency_id, name, time_zone, created_at, setup_complete)
       values ($1, $2, $3, $4, $5, 'America/Chicago', '2026-11-01', true)`,
      [id, of ? 'agency' : 'root', root, of, names[id]],
    )
    if (id === north) continue
    await db.adminPool.query(
      `insert into host (host, company_id, root_id, agency_id, verified_at) values ($4, $1, $2, $3, now())`,
      [id, root, of, of ? 'acme.example' : 'leads.example'],
    )
    await db.adminPool.query(
      `insert into brand (company_id, root_id, agency_id, name, legal_name, brand_color, mail_from, updated_at)
       values ($1, $2, $3, $4, $4, '#112233', 'hello@leads.example', now())`,
      [id, root, of, names[id]],
    )
  }
  await finish()
  const { rows } = await db.adminPool.query(
    `select host.company_id, host, is_subdomain, is_proposed, brand.name, brand.mail_from
     from host join brand using (company_id) where host.agency_id is not null order by host.company_id`,
  )
  const host = 'north-s-hne-00000002.leads.example'
  const subdomain = { company_id: north, host, is_subdomain: true, is_proposed: true, name: 'North & Söhne' }
  expect(rows).toEqual([
    { ...subdomain, mail_from: `no-reply@${host}` },
    expect.objectContaining({ company_id: acme, host: 'acme.example', is_subdomain: false, is_proposed: false }),
  ])
  await close()
})
