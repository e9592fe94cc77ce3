import { closePayer } from '#server/areas/billing/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CardGateway, GatewayCard } from '#server/providers/payments/gateway.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { demoId, lateClient } from './world.ts'

const agency = 'Acme Growth'

/**
 * An agency that is paid through the sandbox, and a client of it whose card has not enough money: what its leads have cost is
 * asked for, declined, and tried again. After the history, once.
 */
export async function seedPayments(platform: Platform, sandbox: Sandbox): Promise<void> {
  const gateway = gatewayForNewCards(platform.config)
  const book = { rootId: demoId('Leadloom'), agencyId: demoId(agency) }
  const scope = { kind: 'agency', ...book } as const
  const isThere = await inScope(platform.appPool, scope, async (tx) => {
    const { rows } = await tx.query('select from connected_account where owner_id = $1', [book.agencyId])
    return rows.length > 0
  })
  if (!gateway || isThere) return
  const accountId = await openAccount(gateway, sandbox)
  const card = await storeCard(gateway, sandbox, accountId)
  await inScope(platform.appPool, scope, async (tx) => {
    const clientId = demoId(lateClient.name)
    const now_ms = platform.clock.now()
    const at = new Date(now_ms)
    await tx.query(
      `insert into connected_account (owner_id, root_id, agency_id, owner_kind, gateway, account_id, created_at, checked_at)
       values ($1, $2, $1, 'agency', $3, $4, $5, $5)`,
      [book.agencyId, book.rootId, gateway.name, accountId, at],
    )
    await tx.query(
      `update company set account_connected = 'completed', charges_enabled = true, payouts_enabled = true where id = $1`,
      [book.agencyId],
    )
    await tx.query(
      `insert into payment_card (company_id, root_id, agency_id, client_id, gateway, customer_id, card_id, brand, last4,
         exp_month, exp_year, cardholder, address, city, zip, state_code, country_code, updated_at, account_id)
       values ($1, $2, $3, $1, $4, $5, $6, $7, $8, $9, $10, $11, '8 Cedar Street', 'Chicago', '60601', 'IL', 'US', $12, $13)`,
      [
        clientId,
        book.rootId,
        book.agencyId,
        gateway.name,
        card.customerId,
        card.cardId,
        card.brand,
        card.last4,
        card.expMonth,
        card.expYear,
        lateClient.cardholder,
        at,
        accountId,
      ],
    )
    const { rows } = await tx.query<{ zone: string }>('select time_zone as zone from company where id = $1', [
      book.agencyId,
    ])
    const { zone } = rows[0]!
    const endsOn = localDateAt(now_ms, zone)
    await closePayer(tx, now_ms, { ...book, clientId, endsOn, zone, least_cents: 0 })
  })
}

/** As the agency's owner would complete it at the payment provider. */
async function openAccount(gateway: CardGateway, sandbox: Sandbox): Promise<string> {
  const owner = { kind: 'agency', id: demoId(agency), name: agency, email: 'owner@acme.test' } as const
  const { accountId } = await gateway.createAccount(owner, `demo account ${owner.id}`)
  const back = { returnUrl: 'http://demo.localhost/', refreshUrl: 'http://demo.localhost/' }
  const link = new URL(await gateway.accountLink(accountId, back)).searchParams.get('link') ?? ''
  await fetch(`${sandbox.url}/connect`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ link, state: 'completed' }),
  })
  return accountId
}

async function storeCard(gateway: CardGateway, sandbox: Sandbox, accountId: string): Promise<GatewayCard> {
  const answer = await fetch(`${sandbox.url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer pk_sandbox' },
    body: JSON.stringify({ number: lateClient.cardNumber, exp_month: 4, exp_year: 2031, cvc: '123' }),
  })
  const { id: token } = (await answer.json()) as { id: string }
  const { cardholder: name, email } = lateClient
  const saved = await gateway.saveCard({
    customerId: null,
    accountId,
    name,
    email,
    token,
    idempotencyKey: `demo ${token}`,
  })
  if (!saved.saved) throw new Error(`the sandbox has refused the demo's card: ${saved.refusal}`)
  return saved.card
}
