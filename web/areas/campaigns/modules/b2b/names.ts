import type { CompanyWindow } from '#contract/campaigns/module-fields/b2b.ts'
import { msg, type Text } from '../../../../i18n/texts.tsx'

export const companyWindowNames: Readonly<Record<CompanyWindow, Text>> = {
  none: msg('No, each person can become a lead'),
  '1 week': msg('Within 1 week'),
  '1 month': msg('Within 1 month'),
  '3 months': msg('Within 3 months'),
  '6 months': msg('Within 6 months'),
  '1 year': msg('Within 1 year'),
}
