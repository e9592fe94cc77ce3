import { completeSiteUrl, siteHost } from '#contract/campaigns/site-url.ts'
import type { Translate } from '../../../../i18n/texts.tsx'
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
  missing: ({ siteUrl }) => (siteUrl === '' ? ['siteUrl'] : []),
  validate: ({ siteUrl, thankYouUrl }, t) => ({
    siteUrl: siteError(siteUrl, t),
    thankYouUrl: siteError(thankYouUrl, t),
  }),
}

/** A field that is left without a scheme gets one, so only texts that are no address at all remain. */
const siteError = (text: string, t: Translate): string | undefined =>
  text === '' || siteHost(completeSiteUrl(text)) ? undefined : t('Enter a website, such as https://www.example.com.')
