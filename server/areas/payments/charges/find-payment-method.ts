import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import type { CardReference } from '#server/providers/payments/gateway.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'

/** How a charge is paid: the payer's card and the payee's account. */
export interface PaymentMethod {
  gateway: string
  card: CardReference
  /** The card as people know it, such as "Visa •••• 4242". */
  label: string
  accountId: string | null
}

/** Why a charge can't be collected; the pages that list charges put it into words. */
export type Obstacle = 'no_card' | 'no_gateway' | 'no_account' | 'billed_by_hand'

interface CardRow {
  gateway: string
  customer_id: string
  card_id: string
  account_id: string | null
  brand: string
  last4: string
}

/** What pays a charge as things stand, or what is missing: whoever was removed pays with no card. Runs in the agency's scope. */
export async function findPaymentMethod(tx: Tx, config: Config, charge: ChargeRow): Promise<PaymentMethod | Obstacle> {
  const account = charge.client_id === null ? null : await findPayee(tx, charge.agency_id)
  if (account === 'no_account' || account === 'billed_by_hand') return account
  const { rows } = await tx.query<CardRow>(
    `select gateway, customer_id, card_id, account_id, brand, last4
       from payment_card join company payer on payer.id = company_id and payer.removed_at is null where company_id = $1`,
    [charge.client_id ?? charge.agency_id],
  )
  const card = rows[0]
  if (!card) return 'no_card'
  if (!gatewayNamed(config, card.gateway)) return 'no_gateway'
  // A card stored at one gateway can't pay an account at another.
  if (account && account.gateway !== card.gateway) return 'no_account'
  return {
    gateway: card.gateway,
    card: { customerId: card.customer_id, cardId: card.card_id, accountId: card.account_id },
    label: `${card.brand} •••• ${card.last4}`,
    accountId: account?.accountId ?? null,
  }
}

/** The connected account that the agency's clients pay. An agency on manual billing (R195) collects outside of it. */
export async function findPayee(
  tx: Tx,
  agencyId: string,
): Promise<{ gateway: string; accountId: string } | 'no_account' | 'billed_by_hand'> {
  const { rows } = await tx.query<{ by_hand: boolean; gateway: string | null; account_id: string }>(
    `select c.manual_bill as by_hand, a.gateway, a.account_id
       from company c
       left join connected_account a on a.owner_id = c.id and c.account_connected = 'completed' and c.charges_enabled
      where c.id = $1`,
    [agencyId],
  )
  const row = rows[0]
  if (row?.by_hand) return 'billed_by_hand'
  return row?.gateway ? { gateway: row.gateway, accountId: row.account_id } : 'no_account'
}
