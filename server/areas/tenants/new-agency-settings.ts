import { modulesOf, termsOf, toSelectedModules, toSelectedTerms } from '#contract/companies/selections.ts'
import { accessDenied } from '#server/platform/failure.ts'
import { readNewAgencyDefaults, saveNewAgencyDefaults } from './new-agencies.ts'
import type { SettingsOf } from './setting.ts'

/** The initial settings of a new agency (OQ-22), decided by its operator. */
export const newAgencySettings: SettingsOf<'newagency'> = {
  newagency: {
    form: {
      actions: ['setting.newAgenciesChanged'],
      async read(tx, { rootId }) {
        const { modules, terms } = await readNewAgencyDefaults(tx, rootId)
        return {
          rootPaymentTermsNewAgencies: toSelectedTerms(terms),
          agencyDefaultModules: toSelectedModules(modules),
        }
      },
    },
    async read(call, { rootId, agencyId }) {
      if (agencyId !== null) throw accessDenied()
      const { modules, terms } = await call.inScope((tx) => readNewAgencyDefaults(tx, rootId))
      return {
        data: {
          settingName: 'newagency',
          rootPaymentTermsNewAgencies: toSelectedTerms(terms),
          agencyDefaultModules: toSelectedModules(modules),
        },
      }
    },
    async save(tx, _call, { rootId, agencyId }, body) {
      if (agencyId !== null) throw accessDenied()
      const from = await readNewAgencyDefaults(tx, rootId)
      const to = { modules: modulesOf(body.agencyDefaultModules), terms: termsOf(body.rootPaymentTermsNewAgencies) }
      await saveNewAgencyDefaults(tx, rootId, to)
      return { action: 'setting.newAgenciesChanged', from: { ...from }, to }
    },
  },
}
