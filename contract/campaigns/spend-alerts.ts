import { z } from 'zod'
import { flag } from '../core/wire.ts'

/** The shares that a form offers; any whole percentage is accepted. */
export const offeredShares = [50, 80, 90, 100] as const
/** Default shares of a cap at which the person who set it gets an alert. */
export const usualShares: readonly number[] = [80, 100]
const maxShares = 5

const share = z.int().min(1).max(100)
export const alertShares = z.array(share).max(maxShares)
export const maxAlert_cents = 9_999_999

/** Who gets alerts about a month's spend, and when (decision 120). */
export const alertFields = {
  alert_shares: alertShares.optional().meta({
    description:
      'Shares of the spend cap, in percent, at which an email alert is sent, once a month each; empty for never. Default: 80 and 100.',
  }),
  alert_cents: z.int().min(0).max(maxAlert_cents).optional().meta({
    description:
      'Sends an alert once a month when its leads have cost this much, in US cents, without stopping anything; 0 for never.',
  }),
  alert_payer: flag.optional().meta({ description: 'T: the payer of the leads is also notified.' }),
}

/** The same fields in answers. */
export const alertDetail = {
  alert_shares: z.array(z.int()),
  alert_cents: z.int(),
  alert_payer: flag,
}
