import { Select } from '@mantine/core'
import { setPackage } from '#contract/billing/packages.ts'
import { readSetting } from '#contract/settings/settings.ts'
import { packages, type Package } from '#contract/pricing/packages.ts'
import { getCompany, listCompanies, type CompanyDetail } from '#contract/companies/companies.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { InOrder } from '../../../shells/in-order.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import { SettingForm } from '../../../shells/settings/setting-form.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import styles from '../../../shells/settings/settings.module.css'
import { TaxDetailsCard } from '../../taxes/tax-details-card.tsx'
import { BillingSummary } from '../billing-summary.tsx'
import { Charges } from '../charges.tsx'
import { CompanyCredit } from '../company-credit.tsx'
import { Invoices } from '../invoices.tsx'
import { packageTexts } from '../package-badge.tsx'

/** An agency's package, which its operator sets, and its charges. */
export function BillingSection({ company }: { company: SettingsTarget }) {
  const me = useMe()
  const maySettle = me.side === 'root' && me.may('settings.update')
  return (
    <div className={styles.form}>
      <InOrder>
        {me.side === 'root' && <PackageOf company={company} />}
        <BillingSummary companyId={company.companyId} />
        <CompanyCredit companyId={company.companyId} maySettle={maySettle} />
        <TaxDetailsCard companyId={company.companyId} mayEdit={me.may('settings.update')} mayExempt={maySettle} />
        <Invoices companyId={company.companyId} maySettle={maySettle} mayTry={maySettle || me.kind === 'agencyOwner'} />
        <Charges companyId={company.companyId} maySettle={maySettle} />
      </InOrder>
    </div>
  )
}

function PackageOf({ company }: { company: SettingsTarget }) {
  const { data, error, refetch } = useCall(getCompany, { params: { id: company.companyId } })
  return (
    <Loaded of={{ setting: data?.data, error, refetch }}>
      {(agency) => <PackageForm key={agency.package_id} agency={agency} />}
    </Loaded>
  )
}

/** C076. An agency without a package does not count as connected (R100, R101). */
function PackageForm({ agency }: { agency: CompanyDetail }) {
  const t = useT()
  const save = useAction(setPackage, { invalidates: [getCompany, listCompanies, readSetting] })
  const server = useServerForm({
    initialValues: { packageId: agency.package_id as Package | '' },
    send: ({ packageId }) => save.mutateAsync({ body: { companyId: agency.company_id, packageId } }),
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const { form } = server
  const nameOf = (label: Package): string => (label === 'FREE' ? label : `${label} – ${t(packageTexts[label])}`)
  return (
    <SettingForm
      title={t('Package')}
      about={t(
        'The label is shown next to the agency’s name. White-label packages turn the agency’s own colors on; others turn them off.',
      )}
      server={server}
    >
      <div className={styles.fields}>
        <Select
          label={t('Package')}
          placeholder={t('None')}
          description={form.values.packageId === '' ? t('The agency can’t continue without a package.') : undefined}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          data={packages.map((label) => ({ value: label, label: nameOf(label) }))}
          {...form.getInputProps('packageId')}
          value={form.values.packageId || null}
          onChange={(next) => form.setFieldValue('packageId', (next ?? '') as Package | '')}
        />
      </div>
    </SettingForm>
  )
}
