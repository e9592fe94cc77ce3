import { TextInput } from '@mantine/core'
import { useT } from '../../../i18n/texts.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { Loaded } from './loaded.tsx'
import type { SettingsTarget } from './settled.ts'
import { SettingForm, useSaved, useSaveSetting, useSetting } from './setting-form.tsx'
import styles from './settings.module.css'

export function SupportSection({ company }: { company: SettingsTarget }) {
  const stored = useSetting(company, 'support')
  return <Loaded of={stored}>{(setting) => <SupportForm company={company} address={setting.support_url} />}</Loaded>
}

/** Where the Support link leads (R053); without an address there is none. */
function SupportForm({ company, address }: { company: SettingsTarget; address: string }) {
  const t = useT()
  const { save } = useSaveSetting()
  const saved = useSaved(company, true)
  const server = useServerForm({
    initialValues: { support_url: address },
    send: (values) => save({ companyID: company.companyId, settingname: 'support', ...values }),
    onDone: saved,
  })
  return (
    <SettingForm
      title={t('Support')}
      about={t(
        'The Support link in the profile menu opens this page in a new tab. Without an address there is no link.',
      )}
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
