import { TextInput } from '@mantine/core'
import { msg, useT } from '../../../i18n/texts.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function SupportSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'support')
  return (
    <Loaded of={storedSetting}>
      {(setting) => <SupportForm company={company} storedSetting={storedSetting} address={setting.support_url} />}
    </Loaded>
  )
}

type SupportFormProps = { company: SettingsTarget; storedSetting: StoredSetting<'support'>; address: string }

/** Target of the Support link (R053), which is hidden without a URL. */
function SupportForm({ company, storedSetting, address }: SupportFormProps) {
  const t = useT()
  const server = useSettingForm(company, storedSetting, {
    initialValues: { support_url: address },
    labels: { support_url: msg('Support address') },
    bodyOf: (values) => ({ settingName: 'support', ...values }),
    isInThePage: true,
  })
  return (
    <SettingForm
      title={t('Support')}
      about={t('The Support link in the profile menu opens this page in a new tab. Leave blank to hide the link.')}
      server={server}
    >
      <div className={styles.fields}>
        <TextInput
          wrapperProps={{ 'data-wide': true }}
          label={t('Support address')}
          placeholder="https://help.example.com/tickets"
          type="url"
          maxLength={500}
          {...server.form.getInputProps('support_url')}
        />
      </div>
    </SettingForm>
  )
}
