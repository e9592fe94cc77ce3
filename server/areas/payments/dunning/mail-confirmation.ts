import { findHostOf } from '#server/areas/branding/find-host.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailPayers, factsOf } from './mail-payers.ts'

/** Asks a payer's people to confirm a payment at their bank, and names the deadline. */
export async function mailConfirmation(tx: Tx, platform: Platform, charge: ChargeRow, until_ms: number): Promise<void> {
  const host = await findHostOf(tx, charge.agency_id)
  if (!host) return
  const zone = await readTimeZone(tx, charge.client_id ?? charge.agency_id)
  const facts = await factsOf(tx, charge)
  await mailPayers(tx, platform, charge, (say) => ({
    title: say('Your bank asks you to confirm a payment'),
    paragraphs: [
      say('Open Card Setting and confirm the payment there. Your bank will ask for a code or your fingerprint.'),
      say('If you don’t confirm, or add another card, the payment is canceled. Nothing is charged twice.'),
    ],
    button: { label: say('Confirm the payment'), url: pageAddress(platform.config, host, '/user/card-setting') },
    facts: [...facts(say), [say('Confirm by'), localDateAt(until_ms, zone)]],
  }))
}
