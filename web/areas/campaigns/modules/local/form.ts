import { addressRangeFrom, maxAddressRanges } from '#contract/campaigns/address-ranges.ts'
import { updateLocalCampaign } from '#contract/campaigns/campaigns.ts'
import { linesOf } from '#contract/campaigns/module-fields/b2b.ts'
import { maxSites } from '#contract/campaigns/module-fields/site.ts'
import { completeSiteUrl, siteHost } from '#contract/campaigns/site-url.ts'
import { maxPageRules, pageRuleFrom } from '#contract/campaigns/page-rules.ts'
import { isolate } from '../../../../i18n/isolate.ts'
import { msg, type Translate } from '../../../../i18n/texts.tsx'
import type { ModuleForm } from '../module-form.ts'
import type { OwnValues } from '../own-values.ts'
import { InformationChoice } from './information-choice.tsx'
import { pixelForm } from './pixel-form.ts'
import { SiteSection } from './site-section.tsx'
import { SiteSections } from './site-sections.tsx'

/** Pages and addresses: one per line. */
declare module '../own-values.ts' {
  interface ValuesOfModules {
    includePages: string
    excludePages: string
    excludeAddresses: string
    eventGoals: string[]
    moreSites: string
    /** Leads include additional data about the person. */
    sendsInformation: boolean
  }
}

/** Site ID: the site with the pixel, and which of its visits count. */
export const form: ModuleForm = {
  ...pixelForm,
  Source: SiteSection,
  More: { title: msg('Pages, goals and more sites'), Sections: SiteSections, brief: briefOf },
  PriceChoice: InformationChoice,
  update: updateLocalCampaign,
  start: {
    ...pixelForm.start,
    includePages: '',
    excludePages: '',
    excludeAddresses: '',
    eventGoals: [],
    moreSites: '',
    sendsInformation: false,
  },
  valuesOf: (campaign) => ({
    ...pixelForm.valuesOf(campaign),
    includePages: (campaign.include_pages ?? []).join('\n'),
    excludePages: (campaign.exclude_pages ?? []).join('\n'),
    excludeAddresses: (campaign.exclude_addresses ?? []).join('\n'),
    eventGoals: campaign.event_goals ?? [],
    moreSites: (campaign.more_sites ?? []).join('\n'),
    sendsInformation: campaign.campaign_information_type === 'enhance',
  }),
  fieldsOf: (values) => ({
    ...pixelForm.fieldsOf(values),
    include_pages: linesOf(values.includePages),
    exclude_pages: linesOf(values.excludePages),
    exclude_addresses: linesOf(values.excludeAddresses),
    event_goals: values.eventGoals,
    more_sites: linesOf(values.moreSites),
    campaign_information_type: values.sendsInformation ? 'enhance' : '',
  }),
  fieldNames: {
    ...pixelForm.fieldNames,
    include_pages: 'includePages',
    exclude_pages: 'excludePages',
    exclude_addresses: 'excludeAddresses',
    event_goals: 'eventGoals',
    more_sites: 'moreSites',
    campaign_information_type: 'sendsInformation',
  },
  validate: (values, t) => ({
    ...pixelForm.validate(values, t),
    moreSites: sitesError(values.moreSites, t),
    includePages: pagesError(values.includePages, t),
    excludePages: pagesError(values.excludePages, t),
    excludeAddresses: addressesError(values.excludeAddresses, t),
  }),
}

function briefOf(values: OwnValues, t: Translate): (string | false)[] {
  const countOf = (label: string, count: number): string | false => count > 0 && `${label}: ${count}`
  return [
    countOf(t('More sites'), linesOf(values.moreSites).length),
    countOf(t('Only these pages'), linesOf(values.includePages).length),
    countOf(t('Not these pages'), linesOf(values.excludePages).length),
    countOf(t('Goals'), values.eventGoals.length),
    countOf(t('Excluded addresses'), linesOf(values.excludeAddresses).length),
    values.thankYouUrl !== '' && t('Thank-you page'),
    values.usesTagManager && t('The site uses Google Tag Manager'),
  ]
}

function sitesError(text: string, t: Translate): string | undefined {
  const lines = linesOf(text)
  const misfit = lines.find((line) => siteHost(completeSiteUrl(line)) === null)
  if (misfit !== undefined)
    return t('{wrong} isn’t a valid URL. It must begin with https://.', { wrong: isolate(misfit) })
  return lines.length > maxSites ? t('Enter at most {most} sites.', { most: maxSites }) : undefined
}

function pagesError(text: string, t: Translate): string | undefined {
  const lines = linesOf(text)
  const misfit = lines.find((line) => pageRuleFrom(line) === null)
  if (misfit !== undefined)
    return t('{wrong} isn’t a valid page. Enter /pricing* or shop.example.com/*, without spaces, ? or **.', {
      wrong: isolate(misfit),
    })
  return lines.length > maxPageRules ? t('Enter at most {most} pages.', { most: maxPageRules }) : undefined
}

function addressesError(text: string, t: Translate): string | undefined {
  const lines = linesOf(text)
  const misfit = lines.find((line) => addressRangeFrom(line) === null)
  if (misfit !== undefined)
    return t('{wrong} isn’t a valid IP address or range, such as 203.0.113.0/24.', { wrong: isolate(misfit) })
  return lines.length > maxAddressRanges ? t('Enter at most {most} addresses.', { most: maxAddressRanges }) : undefined
}
