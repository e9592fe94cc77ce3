import { useT } from '../../../i18n/texts.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import { RootSwitch } from '../../../shells/settings/root-switch.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { useSetting } from '../../../shells/settings/setting-form.tsx'

/** The operator decides which agencies take part in the beta of the Data Wallet. */
export function WalletSwitch({ company }: { company: SettingsTarget }) {
  const t = useT()
  const storedSetting = useSetting(company, 'walletswitch')
  return (
    <Loaded of={storedSetting}>
      {({ hidden }) => (
        <RootSwitch
          company={company}
          title={t('Data Wallet')}
          label={t('This agency may use the Data Wallet. One that was topped up stays open.')}
          checked={!hidden}
          bodyOf={(isOn) => ({ companyId: company.companyId, settingName: 'walletswitch', hidden: !isOn })}
        />
      )}
    </Loaded>
  )
}
