import { NumberInput, Select, Switch } from '@mantine/core'
import { companyWindows, minSurge_percent, maxSurge_percent } from '#contract/campaigns/module-fields/b2b.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { LinesField } from '../../setup/lines-field.tsx'
import type { SectionProps } from '../../setup/section-props.ts'
import { SiteDetailsSection, SiteSection } from '../local/site-section.tsx'
import { companyWindowNames } from './names.ts'
import { ProfileSection } from './profile-section.tsx'

/** Form sections: the site, and the jobs and companies that its visitors must have. */
export function B2bSections({ form }: SectionProps) {
  return (
    <>
      <SiteSection form={form} />
      <ProfileSection form={form} />
    </>
  )
}

/** Form sections: what else decides which visits count. */
export function MoreB2bSections({ form }: SectionProps) {
  return (
    <>
      <SiteDetailsSection form={form} />
      <CompanySection form={form} />
    </>
  )
}

/** Which companies are excluded, and how often people from one company can become leads. */
function CompanySection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection title={t('Companies')} description={t('How often people from one company can become leads.')}>
      <Select
        label={t('One lead per company')}
        allowDeselect={false}
        data={companyWindows.map((value) => ({ value, label: t(companyWindowNames[value]) }))}
        {...form.getInputProps('companyWindow')}
      />
      <div data-wide>
        <Switch
          label={t('Suggest contacts at visiting companies')}
          description={t(
            'When only a visitor’s company is known, someone there who fits the profile becomes the lead, marked as a suggestion. It may not be the visitor.',
          )}
          {...form.getInputProps('suggestsContacts', { type: 'checkbox' })}
        />
      </div>
      <div data-wide>
        <Switch
          label={t('Only surging companies')}
          description={t('Only includes people from companies that visit much more than usual this week.')}
          {...form.getInputProps('onlySurging', { type: 'checkbox' })}
        />
      </div>
      <NumberInput
        label={t('Minimum surge')}
        description={t('Compared with the company’s average week over the previous four weeks.')}
        suffix="%"
        min={minSurge_percent}
        max={maxSurge_percent}
        allowDecimal={false}
        {...form.getInputProps('surgePercent')}
      />
      <LinesField
        form={form}
        name="excludedCompanies"
        label={t('Excluded companies')}
        description={t('Domains of competitors, partners and your own company, one per line.')}
        placeholder={'example.com'}
      />
    </FormSection>
  )
}
