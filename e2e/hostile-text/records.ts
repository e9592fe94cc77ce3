import { createCustomer } from '#contract/payments/cards.ts'
import { uploadImport } from '#contract/identity/imports.ts'
import { insertLeads, insertVisits } from '#server/test/lead-rows.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestUser } from '#server/test/factories.ts'
import { card, type Place } from './known.ts'
import { hostileTexts } from './texts.ts'

/** Inserts data that comes from no operation with a body: from the pixel, the pipeline, files. Returns a lead's id. */
export async function insertRecords(place: Place): Promise<string> {
  const { db, tree, campaign } = place
  const client = tree.acme.clients[0]!
  const storable = hostileTexts.filter((text) => !text.includes('\0'))
  const at = (n: number): number => Date.now() - n * 1_000
  const leads = await insertLeads(
    db,
    tree.acme,
    storable.map((text, n) => ({
      client,
      campaign,
      at_ms: at(n),
      firstName: text,
      lastName: text,
      email: text,
      phone: text,
      pageUrl: text,
    })),
  )
  await insertVisits(
    db,
    tree.acme,
    storable.map((title, n) => ({
      client,
      campaign,
      at_ms: at(n),
      reason: 'lead',
      personId: n + 1,
      leadId: leads[n]!.id,
      title,
    })),
  )
  await insertDeliveries(place)
  // Old enough for its delivery rate to be evaluated (C056).
  await db.adminPool.query(`update campaign set status = 'active', created_at = '2026-01-01'`)
  for (const text of storable.slice(0, 5)) await upload(place, tree.root.system, text)
  await place.http.as(client.user).call(createCustomer, { body: { ...(await card(place)), cardholder: storable[0] } })
  return leads[7]!.id
}

/** Inserts one dead delivery per lead. */
async function insertDeliveries({ db, tree, campaign }: Place): Promise<void> {
  const id = newId(Date.now())
  await db.adminPool.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, recipients, created_at)
     select agency_id, $2, root_id, client_id, id, 'email', '{someone@example.test}', now() from campaign where id = $1`,
    [campaign.id, id],
  )
  await db.adminPool.query(
    `insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, attempts,
       last_error_code, created_at)
     select agency_id, id, root_id, client_id, campaign_id, id, $2, 'dead', 1, 'connect', created_at from lead
      where agency_id = $1`,
    [tree.acme.id, id],
  )
}

/** Uploads a file with a hostile name and columns, as a browser would. */
async function upload({ http }: Place, user: TestUser, text: string): Promise<void> {
  const form = new FormData()
  const columns = ['Email', ...hostileTexts.slice(0, 3)].map((name) => `"${name.replaceAll('"', '""')}"`)
  form.append('file', new File([`${columns.join()}\na@example.test,b,c,d\n`], `${text}.csv`, { type: 'text/csv' }))
  const multipart = new Response(form)
  const answer = await http.as(user).inject({
    method: uploadImport.method,
    url: `/api${uploadImport.path}`,
    headers: { 'content-type': multipart.headers.get('content-type')! },
    payload: Buffer.from(await multipart.arrayBuffer()),
  })
  if (answer.statusCode !== 201) throw new Error(`the file of people was rejected: ${answer.payload}`)
}
