import { beforeAll, expect, test } from 'vitest'
import { acceptAgreement, readAgreement } from '#contract/agreements/acceptances.ts'
import { listCharges } from '#contract/billing/charges.ts'
import { downloadCreditNote, settleCharge } from '#contract/billing/invoices.ts'
import { refundCharge } from '#contract/billing/refunds.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { newId } from '#server/platform/ids.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { readPdf } from '#server/test/read-pdf.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })
beforeAll(async () => {
  await db.adminPool.query('insert into agreement_terms values ($1, null, null, 19950, $2)', [tree.root.id, []])
  await db.adminPool.query('update company set api_mode = true where id = $1', [tree.acme.id])
})

const readOffer = async (user: TestUser) =>
  (await http.as(user).call(readAgreement, { query: { company_id: user.companyId } })).body.data
const accept = async (user: TestUser, version = 1): Promise<number> => {
  await readOffer(user)
  return send(user, version)
}
const send = async (user: TestUser, version?: number, more: object = {}): Promise<number> =>
  (
    await http.as(user).call(acceptAgreement, {
      body: {
        user_id: user.id,
        company_id: user.companyId,
        company_name: 'Any',
        is_marketing_services_agreement_developer: 'T',
        location_menu: 'developer',
        document_type: user.kind === 'client' ? 'default_client' : 'default_agency',
        ...(version && { version }),
        ...more,
      },
    })
  ).status
const chargesOf = async (user: TestUser): Promise<unknown[]> =>
  (await http.as(user).call(listCharges, { params: { companyID: user.companyId } })).body.data.map(
    ({ kind, status, amount }) => [kind, status, amount],
  )
const fee = ['developer', 'due', 199.5]

test('R123: accepting the developer agreement charges its fee once, however often it is accepted, and books it in the ledger', async () => {
  const { owner } = tree.acme
  expect(await Promise.all([1, 2, 3].map(() => accept(owner)))).toEqual([200, 200, 200])
  expect(await chargesOf(owner)).toEqual([fee])
  const { rows } = await db.adminPool.query(
    'select kind, (amount_e4 / 100)::integer as cents, reference_kind from ledger_transfer where agency_id = $1',
    [tree.acme.id],
  )
  expect(rows).toEqual([{ kind: 'developer_fee', cents: 19_950, reference_kind: 'charge' }])
  expect((await verifyLedger(db.adminPool)).flatMap(({ problems }) => problems)).toEqual([])
})

test('a newer version of the text is free, and turning developer mode off and on charges the fee again', async () => {
  const { owner } = tree.acme
  await db.adminPool.query(
    `insert into document select $1, name, 2, language, title, html || '<p>More.</p>', published_at from document
     where name = 'marketing-services-agreement-developer' and language = 'en'`,
    [newId(Date.now())],
  )
  expect([await accept(owner, 2), await chargesOf(owner)]).toEqual([200, [fee]])
  await db.adminPool.query('update company set api_mode_since = now() where id = $1', [tree.acme.id])
  expect([await accept(owner, 2), await chargesOf(owner)]).toEqual([200, [fee, fee]])
})

test('no fee is charged once developer mode is off, even if the session still has it on', async () => {
  const { owner } = tree.acme
  const update = (what: string) => db.adminPool.query(`update company set ${what} where id = $1`, [tree.acme.id])
  // The agreement is due again, and shown with its fee before the mode is turned off.
  await update('api_mode_since = now()')
  expect((await readOffer(owner)).first_time_charge).toBe(199.5)
  await update('api_mode = false')
  expect([await send(owner, 2), await chargesOf(owner)]).toEqual([200, [fee, fee]])
  await update('api_mode = true')
})

test('agencies without developer mode, clients and the operator pay no developer fee', async () => {
  const { root, brightside } = tree
  expect(await accept(brightside.owner, 2)).toBe(200)
  expect(await accept(brightside.clients[0]!.user)).toBe(200)
  expect(await accept(root.system, 2)).toBe(200)
  expect(await chargesOf(brightside.owner)).toEqual([])
  expect((await db.adminPool.query(`select from charge where agency_id <> $1`, [tree.acme.id])).rowCount).toBe(0)
})

test('an acceptance covers the figures that were shown: if they have changed, it is rejected until the new ones are shown', async () => {
  const { owner } = tree.brightside
  await db.adminPool.query('update company set api_mode = true, api_mode_since = now() where id = $1', [
    tree.brightside.id,
  ])
  http.forget()
  const price = (cents: number, months: number[]) =>
    db.adminPool.query('update agreement_terms set first_time_charge_cents = $1, minimum_spend_cents = $2', [
      cents,
      months,
    ])
  await price(9_900, [])
  const offer = await readOffer(owner)
  expect([offer.first_time_charge, typeof offer.quote_id]).toEqual([99, 'string'])
  await price(999_900, [])
  // With the quote's id, and with a body exactly as documented.
  expect(await send(owner, 2, { quote_id: offer.quote_id })).toBe(409)
  expect(await send(owner)).toBe(409)
  expect(await send(owner, 2)).toBe(409)
  expect(await chargesOf(owner)).toEqual([])
  expect((await readOffer(owner)).first_time_charge).toBe(9_999)
  await price(9_900, [])
  expect(await send(owner)).toBe(409)
  await readOffer(owner)
  expect(await send(owner)).toBe(200)
  expect(await chargesOf(owner)).toEqual([['developer', 'due', 99]])
})

test('an agreement that was never shown, or whose version or monthly amounts changed, cannot be accepted', async () => {
  const { system } = tree.root
  await db.adminPool.query(
    `insert into document select $1, name, 3, language, title, html || '<p>Even more.</p>', published_at from document
     where name = 'marketing-services-agreement-developer' and language = 'en' and version = 2`,
    [newId(Date.now())],
  )
  expect([await send(system), await send(system, 2)]).toEqual([409, 409])
  const { quote_id } = await readOffer(system)
  await db.adminPool.query('update agreement_terms set minimum_spend_cents = $1', [[50_000]])
  expect(await send(system, 3, { quote_id, document_type: 'minimum_spend' })).toBe(409)
  // This session was shown the agreement without a minimum, which is no longer offered.
  expect(await send(system, 3, { quote_id })).toBe(409)
  await readOffer(system)
  expect(await send(system, 3, { document_type: 'minimum_spend' })).toBe(200)
})

test('a refund of the fee is shown with its charge, and its credit note names the agency and the fee', async () => {
  const { owner } = tree.acme
  const params = { companyID: tree.acme.id }
  const charge = async () => (await http.as(owner).call(listCharges, { params })).body.data[0]!
  const { id: chargeID } = await charge()
  const operator = http.as(tree.root.system)
  expect((await operator.call(settleCharge, { body: { ...params, chargeID } })).status).toBe(200)
  const body = { ...params, chargeId: chargeID, amount: 50, reason: 'mistake' as const }
  const refund = (await operator.call(refundCharge, { body })).body.data
  expect(await charge()).toMatchObject({ status: 'settled', amount: 199.5, refunded: 50 })
  const { raw } = await http.as(owner).call(downloadCreditNote, { params: { ...params, refundId: refund.id } })
  const text = readPdf(raw.rawPayload).replaceAll('\n', ' ')
  for (const part of [refund.credit_note, tree.acme.name, 'Developer API', 'Wrong amount', '$50.00'])
    expect(text).toContain(part)
  expect(text).not.toContain('Of invoice')
  expect((await verifyLedger(db.adminPool)).flatMap(({ problems }) => problems)).toEqual([])
})
