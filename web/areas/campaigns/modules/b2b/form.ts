import { updateB2bCampaign } from '#contract/campaigns/campaigns.ts'
import {
  companyWindows,
  domainFrom,
  minSurge_percent,
  linesOf,
  maxDomains,
  maxSurge_percent,
  maxTitles,
  profileMatches,
  usualSurge_percent,
  type CompanyWindow,
  type ProfileMatch,
} from '#contract/campaigns/module-fields/b2b.ts'
import { companySizes, departments, industries, seniorities } from '#contract/campaigns/profile/kinds.ts'
import { isolate } from '../../../../i18n/isolate.ts'
import { msg, type Translate } from '../../../../i18n/texts.tsx'
import { useAllStates } from '../../../../shells/use-all-states.ts'
import { pixelForm } from '../local/pixel-form.ts'
import type { ModuleForm } from '../module-form.ts'
import type { OwnValues } from '../own-values.ts'
import { B2bSections, MoreB2bSections } from './b2b-sections.tsx'
import { companyWindowNames } from './names.ts'
import { WorkSection } from './work-section.tsx'

/** In addition to the pixel form's values. Titles and domains: one per line. */
declare module '../own-values.ts' {
  interface ValuesOfModules {
    profileMatch: ProfileMatch
    minRules: string
    industries: string[]
    companySizes: string[]
    seniorities: string[]
    departments: string[]
    jobTitles: string
    headquarters: string[]
    excludedCompanies: string
    companyWindow: CompanyWindow
    suggestsContacts: boolean
    onlySurging: boolean
    surgePercent: number | string
    workInformation: string[]
  }
}

/** Keeps the ids that occur in the list, in the list's order. */
const idsIn = <Id extends string>(kinds: readonly { id: Id }[], ids: readonly string[] | undefined): Id[] =>
  kinds.map(({ id }) => id).filter((id) => ids?.includes(id))

/** Number of rules that are set. */
const countRules = (values: OwnValues): number =>
  [
    values.industries,
    values.companySizes,
    values.seniorities,
    values.departments,
    linesOf(values.jobTitles),
    values.headquarters,
  ].filter((list) => list.length > 0).length

function briefOf(values: OwnValues, t: Translate): (string | false)[] {
  const exclusions = linesOf(values.excludedCompanies).length
  return [
    `${t('One lead per company')}: ${t(companyWindowNames[values.companyWindow])}`,
    values.suggestsContacts && t('Suggested contacts'),
    values.onlySurging && t('Only surging companies'),
    exclusions > 0 && `${t('Excluded companies')}: ${exclusions}`,
    values.thankYouUrl !== '' && t('Thank-you page'),
    values.usesTagManager && t('The site uses Google Tag Manager'),
  ]
}

const isPercent = (value: number | string): boolean =>
  Number.isInteger(Number(value)) && Number(value) >= minSurge_percent && Number(value) <= maxSurge_percent

/** B2B ID: the site with the pixel, and the jobs and companies its visitors must have. */
export const form: ModuleForm = {
  ...pixelForm,
  Source: B2bSections,
  More: { title: msg('Companies and conversions'), Sections: MoreB2bSections, brief: briefOf },
  missing: (values) => [...pixelForm.missing(values), ...(countRules(values) === 0 ? ['profilematch'] : [])],
  Required: WorkSection,
  useStates: useAllStates,
  update: updateB2bCampaign,
  start: {
    ...pixelForm.start,
    profileMatch: 'all',
    minRules: '1',
    industries: [],
    companySizes: [],
    seniorities: [],
    departments: [],
    jobTitles: '',
    headquarters: [],
    excludedCompanies: '',
    companyWindow: '1 month',
    suggestsContacts: true,
    onlySurging: false,
    surgePercent: usualSurge_percent,
    workInformation: [],
  },
  valuesOf: (campaign) => ({
    ...pixelForm.valuesOf(campaign),
    profileMatch: profileMatches.find((match) => match === campaign.profilematch) ?? 'all',
    minRules: String(campaign.profileminimum ?? 1),
    industries: idsIn(industries, campaign.profileindustry),
    companySizes: idsIn(companySizes, campaign.profilesize),
    seniorities: idsIn(seniorities, campaign.profileseniority),
    departments: idsIn(departments, campaign.profiledepartment),
    jobTitles: campaign.profiletitle ?? '',
    headquarters: campaign.profilestate ?? [],
    excludedCompanies: campaign.companyexclude ?? '',
    companyWindow: companyWindows.find((window) => window === campaign.companywindow) ?? '1 month',
    suggestsContacts: campaign.suggestcontacts !== false,
    onlySurging: campaign.surgeonly === true,
    surgePercent: campaign.surgepercent ?? usualSurge_percent,
    workInformation: campaign.listB2BInformationId ?? [],
  }),
  fieldsOf: (values) => ({
    ...pixelForm.fieldsOf(values),
    profilematch: values.profileMatch,
    profileminimum: Number(values.minRules),
    profileindustry: idsIn(industries, values.industries),
    profilesize: idsIn(companySizes, values.companySizes),
    profileseniority: idsIn(seniorities, values.seniorities),
    profiledepartment: idsIn(departments, values.departments),
    profiletitle: values.jobTitles,
    profilestate: values.headquarters,
    companyexclude: values.excludedCompanies,
    companywindow: values.companyWindow,
    suggestcontacts: values.suggestsContacts,
    surgeonly: values.onlySurging,
    surgepercent: Number(values.surgePercent),
    listB2BInformationId: values.workInformation,
  }),
  fieldNames: {
    ...pixelForm.fieldNames,
    profilematch: 'profileMatch',
    profileminimum: 'minRules',
    profileindustry: 'industries',
    profilesize: 'companySizes',
    profileseniority: 'seniorities',
    profiledepartment: 'departments',
    profiletitle: 'jobTitles',
    profilestate: 'headquarters',
    companyexclude: 'excludedCompanies',
    companywindow: 'companyWindow',
    suggestcontacts: 'suggestsContacts',
    surgeonly: 'onlySurging',
    surgepercent: 'surgePercent',
    listB2BInformationId: 'workInformation',
  },
  validate: (values, t) => {
    const titles = linesOf(values.jobTitles)
    const domains = linesOf(values.excludedCompanies)
    const misfit = domains.find((line) => domainFrom(line) === null)
    return {
      ...pixelForm.validate(values, t),
      minRules:
        values.profileMatch === 'least' && Number(values.minRules) > Math.max(1, countRules(values))
          ? t('The customer profile requires more rules than it has.')
          : undefined,
      surgePercent: isPercent(values.surgePercent)
        ? undefined
        : t('Enter a whole number from {least} to {most}.', { least: minSurge_percent, most: maxSurge_percent }),
      jobTitles:
        titles.length > maxTitles || titles.some((line) => line.length > 100)
          ? t('Enter at most {most} job titles of at most 100 characters.', { most: maxTitles })
          : undefined,
      excludedCompanies:
        misfit !== undefined
          ? t('{wrong} isn’t a valid domain.', { wrong: isolate(misfit) })
          : domains.length > maxDomains
            ? t('Enter at most {most} domains.', { most: maxDomains })
            : undefined,
    }
  },
}
