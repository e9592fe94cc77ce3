import { brandSettings } from '#server/areas/branding/settings/brand-settings.ts'
import { copyCountryRules } from '#server/areas/campaigns/queries.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { SettingsOf } from '#server/areas/tenants/setting.ts'
import { waitForBatch } from './wait-for-batch.ts'

const { regionrules } = brandSettings

/** The region rules of an agency. After the response, no running batch may identify people under the old ones. */
export const regionRulesSetting: SettingsOf<'regionrules'> = {
  regionrules: {
    ...regionrules,
    async save(tx, call, company, body) {
      const change = await regionrules.save(tx, call, company, body)
      await copyCountryRules(tx, company.agencyId!, dateOf(call.platform.clock.now()))
      return change
    },
    form: {
      ...regionrules.form!,
      async lock(tx, { companyId, agencyId }) {
        await waitForBatch(tx, agencyId!)
        await tx.query('select from company where id = $1 for no key update', [companyId])
      },
    },
  },
}
