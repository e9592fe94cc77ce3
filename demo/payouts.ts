import { applyPayout } from '#server/areas/payments/payouts/apply-payout.ts'
import { createClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CardGateway, GatewayCard } from '#server/providers/payments/gateway.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'

/** Where the demo's agency is paid. */
export interface Till {
  gateway: CardGateway
  sandbox: Sandbox
  accountId: string
  /** What the sandbox's clock shows; null in the present. */
  clock: { past_ms: number | null }
}

const day_ms = 86_400_000

/** What the account's owner sold elsewhere, and how many days ago. */
const soldElsewhere: readonly { days: number; amount_cents: number }[] = [
  { days: 19, amount_cents: 24_000 },
  { days: 12, amount_cents: 18_500 },
  { days: 8, amount_cents: 9_900 },
]
/** When the sandbox processes payouts and what the bank does with them, in days ago. */
const looks: readonly { days: number; bank: 'completed' | 'refused' }[] = [
  { days: 18, bank: 'completed' },
  { days: 16, bank: 'completed' },
  { days: 11, bank: 'completed' },
  { days: 9, bank: 'completed' },
  { days: 6, bank: 'completed' },
  // The bank returns the third one, so its money is paid out again.
  { days: 4, bank: 'refused' },
  { days: 1, bank: 'completed' },
]

/** Seeds payouts of the weeks before this one: two have arrived, and one that the bank returned is being paid again. */
export async function seedPayouts(platform: Platform, till: Till, card: GatewayCard): Promise<void> {
  const { gateway, sandbox, accountId, clock } = till
  for (const { days, amount_cents } of soldElsewhere) {
    goBack(platform, clock, days)
    await fetch(`${sandbox.url}/v1/charges`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        attempt: `sold elsewhere ${days}`,
        amount: amount_cents,
        fee: 0,
        account: accountId,
        customer: card.customerId,
        card: card.cardId,
      }),
    })
  }
  for (const { days, bank } of looks) {
    const past = goBack(platform, clock, days)
    await answerProvider(gateway, sandbox, accountId, bank)
    // Polling the sandbox makes it process time; it does no harm if the program polls at the same moment.
    await gateway.pollEvents!('evt_end')
    for (const { id: payoutId } of sandbox.payouts()) await applyPayout(past, gateway, { payoutId, accountId })
  }
}

/** The program and the sandbox with their clocks some days back. */
function goBack(platform: Platform, clock: Till['clock'], days: number): Platform {
  const at_ms = platform.clock.now() - days * day_ms
  clock.past_ms = at_ms
  return { ...platform, clock: createClock(() => at_ms) }
}

/** Submits what an account's owner chooses on the sandbox's own page. */
export async function answerProvider(
  gateway: CardGateway,
  sandbox: Sandbox,
  accountId: string,
  state: 'completed' | 'refused',
): Promise<void> {
  const back = { returnUrl: 'http://demo.localhost/', refreshUrl: 'http://demo.localhost/' }
  const link = new URL(await gateway.accountLink({ accountId, version: 'v1' }, back)).searchParams.get('link') ?? ''
  await fetch(`${sandbox.url}/connect`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ link, state }),
  })
}
