import { z } from 'zod'
import { flag } from '../core/wire.ts'

/** What a form offers; any whole share is taken. */
export const offeredShares = [50, 80, 90, 100] as const
/** At which shares of a cap whoever set it is told, unless they say otherwise. */
export const usualShares: readonly number[] = [80, 100]
const mostShares = 5

const share = z.int().min(1).max(100)
export const alertShares = z.array(share).max(mostShares)
export const mostAlert_cents = 9_999_999

/** Who is told of a month's spending, and when (decision 120). */
export const alertFields = {
  alert_shares: alertShares.optional().meta({
    description:
      'At which shares of the money cap, in percent, somebody is told by mail, once a month each; empty: never. 80 and 100 unless something was said.',
  }),
  alert_cents: z.int().min(0).max(mostAlert_cents).optional().meta({
    description: 'Tells once a month when its leads have cost so much, in cents, and stops nothing; 0: never.',
  }),
  alert_payer: flag.optional().meta({ description: 'T: whoever pays for the leads is told too.' }),
}

/** The same as they are shown. */
export const alertDetail = {
  alert_shares: z.array(z.int()),
  alert_cents: z.int(),
  alert_payer: flag,
}
