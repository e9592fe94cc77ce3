import { Button, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import { mailSecurities, testSmtp } from '#contract/mails/mail-server.ts'
import type { SettingNamed } from '#contract/settings/settings.ts'
import { useAction } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useFollowStored } from '../../../shells/follow-stored.ts'
import { notifyDone } from '../../../shells/notify.tsx'
import type { useServerForm } from '../../../shells/server-form.ts'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

type Smtp = SettingNamed<'smtp'>

/** Default port for each kind of security. */
const usualPort: Readonly<Record<Smtp['security'], number>> = { tls: 465, starttls: 587, none: 25 }

type MailServerFormProps = { company: SettingsTarget; storedSetting: StoredSetting<'smtp'>; setting: Smtp }

const labels = {
  host: msg('Host'),
  security: msg('Security'),
  port: msg('Port'),
  username: msg('User name'),
  password: msg('Mail server password'),
  from_name: msg('From name'),
  from_email: msg('From address'),
}

/** The company's SMTP server and sender. It can be tested before it is saved (C047). */
export function MailServerForm({ company, storedSetting, setting }: MailServerFormProps) {
  const t = useT()
  const { settingName, has_password, host, port, security, username, from_name, from_email } = setting
  const values = { host, port, security, username, password: '', from_name, from_email }
  const server = useSettingForm(company, storedSetting, {
    labels,
    initialValues: values,
    validate: {
      host: (text: string) => (text.trim() ? null : t('Enter a mail server.')),
      from_name: (text: string) => (text.trim() ? null : t('Enter a From name.')),
      from_email: (text: string) => (text.trim() ? null : t('Enter a From address.')),
    },
    bodyOf: ({ password, ...values }) => ({ settingName, ...values, ...passwordPart(password) }),
    isInThePage: false,
  })
  const { form, shownVersion } = server
  // After a removal the form is empty, but nothing typed is lost when somebody else has saved another server.
  useFollowStored(form, values, { version: storedSetting.version ?? '', shownVersion })
  const chooseSecurity = (choice: string | null): void => {
    const next = mailSecurities.find((each) => each === choice)
    if (!next) return
    if (form.values.port === usualPort[form.values.security]) form.setFieldValue('port', usualPort[next])
    form.setFieldValue('security', next)
  }
  return (
    <SettingForm
      title={t('Custom SMTP server')}
      about={t('Email to your team and clients is sent through this server, from this sender.')}
      server={server}
      beside={<TryIt company={company} server={server} />}
    >
      <div className={styles.fields}>
        <TextInput
          wrapperProps={{ 'data-wide': true }}
          label={t('Host')}
          dir="ltr"
          withAsterisk
          maxLength={253}
          placeholder="smtp.yourcompany.com"
          {...form.getInputProps('host')}
        />
        <Select
          label={t('Security')}
          data={mailSecurities.map((value) => ({
            value,
            label: value === 'none' ? t('None (unencrypted)') : value.toUpperCase(),
          }))}
          allowDeselect={false}
          {...form.getInputProps('security')}
          onChange={chooseSecurity}
        />
        <NumberInput
          label={t('Port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('port')}
        />
        <TextInput
          label={t('User name')}
          description={t('Leave blank if the server needs no sign-in.')}
          dir="ltr"
          maxLength={255}
          autoComplete="off"
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={t('Mail server password')}
          description={
            has_password ? t('Stored. Type a new one only to change it.') : t('Stored encrypted; never shown again.')
          }
          maxLength={1_024}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <TextInput label={t('From name')} withAsterisk maxLength={80} {...form.getInputProps('from_name')} />
        <TextInput
          label={t('From address')}
          dir="ltr"
          type="email"
          withAsterisk
          maxLength={254}
          {...form.getInputProps('from_email')}
        />
      </div>
    </SettingForm>
  )
}

const passwordPart = (password: string): { password?: string } => (password === '' ? {} : { password })

interface Typed extends Record<string, unknown> {
  host: string
  port: number
  security: Smtp['security']
  username: string
  password: string
  from_name: string
  from_email: string
}

/** Sends a test email with the unsaved settings; errors are shown at their fields. */
function TryIt({
  company,
  server: { form },
}: {
  company: SettingsTarget
  server: ReturnType<typeof useServerForm<Typed, unknown>>
}) {
  const t = useT()
  const attempt = useAction(testSmtp, { invalidates: [], onDone: ({ message }) => notifyDone(t(message)) })
  const tryOut = (): void => {
    form.clearErrors()
    const { password, ...values } = form.values
    const body = { companyId: company.companyId, ...values, ...passwordPart(password) }
    attempt
      .mutateAsync({ body })
      .catch((failure: { fields?: Record<string, string> }) => form.setErrors(failure.fields ?? {}))
  }
  const isAtField = attempt.error !== null && Object.keys(attempt.error.fields).length > 0
  return (
    <>
      {attempt.error && !isAtField && <span role="alert">{t(attempt.error.message)}</span>}
      <Button variant="default" loading={attempt.isPending} onClick={tryOut}>
        {t('Send test email')}
      </Button>
    </>
  )
}
