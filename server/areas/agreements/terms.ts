import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The price of the marketing services agreement (R118), in dollars as on the wire and the certificate. */
export interface Terms {
  first_time_charge: number
  minimum_spend_max: number
  minimum_spend_amount_list: number[]
}

export const noCharge: Terms = { first_time_charge: 0, minimum_spend_max: 0, minimum_spend_amount_list: [] }

/** An operator's terms for its agencies. Read under the root's scope: an agency cannot see rows of its operator. */
export const readTerms = (platform: Platform, rootId: string): Promise<Terms> =>
  inScope(
    platform.appPool,
    { kind: 'root', rootId },
    async (tx) => {
      const { rows } = await tx.query<{ first_time_charge_cents: number; minimum_spend_cents: number[] }>(
        'select first_time_charge_cents, minimum_spend_cents from agreement_terms where root_id = $1',
        [rootId],
      )
      const row = rows[0]
      if (!row) return noCharge
      const months = row.minimum_spend_cents.map((cents) => cents / 100)
      return {
        first_time_charge: row.first_time_charge_cents / 100,
        minimum_spend_max: Math.max(0, ...months),
        minimum_spend_amount_list: months,
      }
    },
    { readOnly: true },
  )
