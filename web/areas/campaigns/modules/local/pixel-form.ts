import { siteHost } from '#contract/campaigns/site-url.ts'
import { RequiredFieldsSection } from '../../setup/people-section.tsx'
import { useAllStates } from '../../../../shells/use-all-states.ts'
import type { ModuleForm } from '../module-form.ts'

/** Form values of every module with a pixel. */
declare module '../own-values.ts' {
  interface ValuesOfModules {
    siteUrl: string
    thankYouUrl: string
    usesTagManager: boolean
  }
}

/** Shared by the modules based on site visits: the site with the pixel. */
export const pixelForm: Omit<ModuleForm, 'Source' | 'update'> = {
  Required: RequiredFieldsSection,
  useStates: useAllStates,
  start: { siteUrl: '', thankYouUrl: '', usesTagManager: false },
  valuesOf: (campaign) => ({
    siteUrl: campaign.siteUrl,
    thankYouUrl: campaign.thankYouUrl,
    usesTagManager: campaign.gtmInstalled,
  }),
  fieldsOf: (values) => ({
    siteUrl: values.siteUrl,
    thankYouUrl: values.thankYouUrl,
    gtmInstalled: values.usesTagManager,
  }),
  fieldNames: { siteUrl: 'siteUrl', thankYouUrl: 'thankYouUrl', gtmInstalled: 'usesTagManager' },
  validate: ({ siteUrl, thankYouUrl }, t) => ({
    siteUrl: siteUrl === '' || siteHost(siteUrl.trim()) ? undefined : t('Enter an address that begins with https://'),
    thankYouUrl:
      thankYouUrl === '' || siteHost(thankYouUrl.trim()) ? undefined : t('Enter an address that begins with https://'),
  }),
}
