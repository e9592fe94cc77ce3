import { readSetting } from '#contract/settings/settings.ts'
import { modules, type Module } from '#contract/campaigns/modules.ts'
import { getCompany } from '#contract/companies/companies.ts'
import { modulesOf, paymentTerms, termsOf, type PaymentTerm } from '#contract/companies/selections.ts'
import { useCall } from '../../api/hooks.ts'
import type { CallFailure } from '../../api/failure.ts'

/** What a company can be given, and what is selected by default. */
export type Offered = {
  modules: readonly Module[]
  terms: readonly PaymentTerm[]
  usual: { modules: readonly Module[]; terms: readonly PaymentTerm[] }
}

type Asked = { choices: Offered | null; error: CallFailure | null; refetch: () => unknown }

const everything = { modules, terms: paymentTerms }

/** An agency can have everything and starts with its operator's defaults for new agencies (OQ-22). */
export function useOfferedToAgency(rootId: string, isNew: boolean): Asked {
  const call = useCall(readSetting, { query: { companyId: rootId, settingName: 'newagency' } }, { enabled: isNew })
  if (!isNew) return { choices: { ...everything, usual: everything }, error: null, refetch: call.refetch }
  const setting = call.data?.data
  const usual = setting?.settingName === 'newagency' ? setting : null
  return {
    choices: usual && {
      ...everything,
      usual: { modules: modulesOf(usual.agencyDefaultModules), terms: termsOf(usual.rootPaymentTermsNewAgencies) },
    },
    error: call.error,
    refetch: call.refetch,
  }
}

/** A client can have what its agency has, and starts with all of it. */
export function useOfferedToClient(agencyId: string): Asked {
  const agency = useCall(getCompany, { params: { id: agencyId } })
  const company = agency.data?.data
  const has = company && {
    modules: modulesOf(company.selected_modules),
    terms: termsOf(company.selected_payment_term),
  }
  return { choices: has ? { ...has, usual: has } : null, error: agency.error, refetch: agency.refetch }
}
