import { historicSettingNames } from '#contract/settings/settings.ts'
import type { SettingsOf } from '#server/areas/tenants/setting.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import { presentCost, priceOf, readCostSetup } from './cost.ts'
import { lockPrices } from './lock-prices.ts'
import { readMinimumSpend, saveMinimumSpend } from './minimum-spend.ts'
import { priceFields, writtenPrices } from './price-forms.ts'
import { asOperator, readCost } from './read-cost.ts'
import { saveCost } from './save-cost.ts'

/** What agencies pay, and their minimum spend. */
export const priceSettings: SettingsOf<'costagency' | typeof historicSettingNames.minimumSpend> = {
  costagency: {
    isForSales: true,
    form: {
      actions: ['billing.costSet'],
      lock: lockPrices,
      // An agency's scope can't see its operator's prices.
      read: (tx, { rootId, agencyId }) =>
        readAsRoot(tx, rootId, async () => {
          const setup = await readCostSetup(tx, rootId, agencyId)
          return priceFields(presentCost((...of) => priceOf(setup, ...of)))
        }),
      written: writtenPrices,
    },
    async read(call, company) {
      const { data, rootCost, term } = await readCost(call, company)
      return { data: { settingName: 'costagency', ...data }, rootCost, defaultTerm: term }
    },
    save: saveCost,
  },
  [historicSettingNames.minimumSpend]: {
    form: {
      actions: ['billing.minimumSpendSet'],
      read: async (tx, { rootId }) => ({ ...(await readMinimumSpend(tx, rootId)) }),
    },
    async read({ platform }, { rootId }) {
      const minimum = await asOperator(platform, rootId, (tx) => readMinimumSpend(tx, rootId))
      return { data: { settingName: historicSettingNames.minimumSpend, ...minimum } }
    },
    save: saveMinimumSpend,
  },
}
