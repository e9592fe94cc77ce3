import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { GatewayUnreachable, type CardGateway } from '#server/providers/payments/gateway.ts'
import { configuredGateways } from '#server/providers/payments/registry.ts'

/** A card, by its gateway's ids. */
export interface StoredCard {
  gateway: string
  customerId: string
  cardId: string
  /** The connected account that holds it; null for the operator's own. */
  accountId: string | null
}

/** Queues the removal of a card from its gateway, to run once the caller's transaction has committed. */
export async function queueCardRemoval(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  { gateway, customerId, cardId, accountId }: StoredCard,
): Promise<void> {
  await tx.query(
    `insert into card_removal (gateway, customer_id, card_id, account_id, asked_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [gateway, customerId, cardId, accountId, dateOf(clock.now())],
  )
  await addJob(tx, removeCardJob.name, {})
}

const atOnce = 100

/**
 * Removes the queued cards from each configured gateway; rows of other gateways wait until theirs is configured again.
 * Removing a card twice is harmless, so a run may stop anywhere. Throws if a gateway was unreachable, after trying the
 * others: the queue retries, and so does the next scheduled run. A card that the gateway refuses to remove, such as one
 * of an account that was disconnected, doesn't block the others.
 */
export const removeCardJob: Job = {
  name: 'remove-card',
  everyMinutes: 15,
  async run(platform) {
    const gateways = configuredGateways(platform.config)
    const removals = await Promise.allSettled(gateways.map((gateway) => removeCards(platform, gateway)))
    for (const one of removals) if (one.status === 'rejected') throw one.reason
  },
}

async function removeCards(platform: Platform, gateway: CardGateway): Promise<void> {
  let silence: GatewayUnreachable | undefined
  let last = ''
  do {
    const page = await readPage(platform, gateway, last)
    await settleEach(platform, 'a card could not be removed', page, async (card) => {
      // Once the gateway is unreachable, skip the rest of the page.
      if (silence) return
      try {
        await gateway.removeCard(card)
      } catch (thrown) {
        if (!(thrown instanceof GatewayUnreachable)) throw thrown
        silence = thrown
        return
      }
      await platform.appPool.query('delete from card_removal where gateway = $1 and card_id = $2', [
        gateway.name,
        card.cardId,
      ])
    })
    last = page.length < atOnce ? '' : page.at(-1)!.cardId
  } while (last !== '' && !silence)
  if (silence) throw silence
}

async function readPage({ appPool }: Platform, gateway: CardGateway, after: string): Promise<StoredCard[]> {
  const { rows } = await appPool.query<StoredCard>(
    `select gateway, customer_id as "customerId", card_id as "cardId", account_id as "accountId" from card_removal
      where gateway = $1 and card_id > $2 order by card_id limit ${atOnce}`,
    [gateway.name, after],
  )
  return rows
}
