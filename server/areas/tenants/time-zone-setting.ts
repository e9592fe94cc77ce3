import { sentences } from '#contract/core/sentences.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import { lockProducts } from './lock-companies.ts'
import type { SettingsOf } from './setting.ts'

/**
 * The time zone of a company's billing periods, spend caps and scheduled reports. An agency's clients follow it, because
 * they have no settings; campaigns keep their own (decision 200).
 */
export const timeZoneSetting: SettingsOf<'timezone'> = {
  timezone: {
    form: {
      actions: ['setting.timeZoneChanged'],
      read: async (tx, { companyId }) => ({ timezone: await readTimeZone(tx, companyId) }),
    },
    read: async (call, { companyId }) => ({
      data: { settingName: 'timezone', timezone: await call.inScope((tx) => readTimeZone(tx, companyId)) },
    }),
    async save(tx, _call, { companyId, agencyId }, { timezone: to }) {
      await assertKnownTimeZone(tx, to)
      // A client that is being added has read the previous zone.
      if (agencyId !== null) await lockProducts(tx, agencyId)
      const from = await readTimeZone(tx, companyId)
      // A root has no agency id, and agencies do not follow their operator.
      await tx.query('update company set time_zone = $2 where id = $1 or agency_id = $1', [companyId, to])
      return { action: 'setting.timeZoneChanged', from: { timezone: from }, to: { timezone: to } }
    },
  },
}

/** A company's time zone, in which its periods, months and local dates are counted. */
export async function readTimeZone(tx: Tx, companyId: string): Promise<string> {
  const { rows } = await tx.query<{ zone: string }>('select time_zone as zone from company where id = $1', [companyId])
  return rows[0]!.zone
}

/** The contract checks that Node.js knows the zone; the database, which computes with it, has a list of its own. Throws `invalid`. */
export async function assertKnownTimeZone(tx: Tx, zone: string): Promise<void> {
  const { rows } = await tx.query('select from pg_timezone_names where name = $1', [zone])
  if (rows.length === 0) throw invalid('timezone', sentences.timeZone)
}
