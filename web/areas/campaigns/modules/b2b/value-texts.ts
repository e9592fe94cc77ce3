import type { CompanyWindow } from '#contract/campaigns/module-fields/b2b.ts'
import { departments, industries, seniorities } from '#contract/campaigns/profile/kinds.ts'
import { msg, type Text } from '../../../../i18n/texts.tsx'
import type { ValueTexts } from '../value-texts.ts'
import { companyWindowNames } from './names.ts'

const matchNames: Readonly<Record<string, Text>> = {
  all: msg('All rules'),
  least: msg('At least some rules'),
  any: msg('Any rule'),
}
const profileNames = new Map<string, string>(
  [...industries, ...seniorities, ...departments].map(({ id, name }) => [id, name]),
)

const ofProfile: ValueTexts[keyof ValueTexts] = (value, { t }) => t(profileNames.get(value) ?? value)

export const valueTexts: ValueTexts = {
  companywindow: (value, { t }) => t(companyWindowNames[value as CompanyWindow]),
  profilematch: (value, { t }) => t(matchNames[value]!),
  profileindustry: ofProfile,
  profileseniority: ofProfile,
  profiledepartment: ofProfile,
}
