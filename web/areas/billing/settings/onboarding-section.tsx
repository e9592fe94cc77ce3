import { getOnboarding, type Onboarding } from '#contract/billing/onboarding.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import { SettingForm } from '../../../shells/settings/setting-form.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import styles from '../../../shells/settings/settings.module.css'
import { Coupons } from '../coupons.tsx'
import { OnboardingFields, useOnboardingForm } from '../onboarding-form.tsx'

/** The operator's onboarding settings: the default fee for agencies, and coupons. */
export function OnboardingSection({ company }: { company: SettingsTarget }) {
  const { data, error, refetch } = useCall(getOnboarding, { query: { companyId: company.companyId } })
  return (
    <div className={styles.form}>
      <Loaded of={{ setting: data?.data, error, refetch }}>
        {(onboarding) => <UsualFee company={company} onboarding={onboarding} />}
      </Loaded>
      <Coupons />
    </div>
  )
}

function UsualFee({ company, onboarding }: { company: SettingsTarget; onboarding: Onboarding }) {
  const t = useT()
  const server = useOnboardingForm(company.companyId, onboarding, () => undefined)
  return (
    <SettingForm
      title={t('Onboarding charge')}
      about={t(
        'One-time fee charged when an agency adds its first card. You can set another amount in the agency list.',
      )}
      server={server}
    >
      <div className={styles.fields}>
        <OnboardingFields server={server} about={t('Enter 0 to disable, or more than $0.50.')} />
      </div>
    </SettingForm>
  )
}
