import { Alert, Button, TextInput } from '@mantine/core'
import { cancelEmailChange } from '#contract/people/profile.ts'
import type { UserData } from '#contract/people/user.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { FormSection } from '../../../shells/form-page.tsx'
import { notify, notifyFailed } from '../../../shells/notify.tsx'
import type { ServerForm } from '../../../shells/server-form.ts'
import { PhoneInput } from '../../../ui/phone/phone-input.tsx'
import { AddressFields } from '../../../shells/address-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { isMoved, type PersonValues } from './profile-form.ts'

type PersonFieldsProps = { server: ServerForm<PersonValues>; user: UserData; isSetUp?: boolean }

/** Step 1: the person and their contact details. */
export function PersonFields({ server, user, isSetUp = false }: PersonFieldsProps) {
  const t = useT()
  const { form } = server
  return (
    <>
      <FormSection title={t('About you')} description={t('Your details and how others can reach you.')}>
        <PictureField
          user={user}
          choice={form.values.picture}
          onChoose={(picture) => form.setFieldValue('picture', picture)}
          error={form.errors['picture'] ?? form.errors['picture']}
        />
        <TextInput
          label={t('Full name')}
          autoComplete="name"
          withAsterisk
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <PhoneInput
          id="phone"
          label={t('Phone number')}
          withAsterisk={isSetUp}
          {...form.getInputProps('phone')}
          value={form.values.phone}
        />
        <EmailField server={server} user={user} />
      </FormSection>
      <FormSection title={t('Your address')}>
        <AddressFields input={form.getInputProps} prefix="" country={form.values.country_code} />
      </FormSection>
    </>
  )
}

/** Changing the address requires reauthentication, which the server requests, and confirmation from both mailboxes. */
function EmailField({ server, user }: PersonFieldsProps) {
  const t = useT()
  const { form } = server
  return (
    <>
      <TextInput
        label={t('Email')}
        description={
          isMoved(form.values.email, user.email)
            ? t('Both addresses get a link. The change takes effect once both are confirmed.')
            : undefined
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        type="email"
        dir="ltr"
        autoComplete="email"
        withAsterisk
        maxLength={254}
        {...form.getInputProps('email')}
      />
      {user.pending_email && <PendingEmail email={user.pending_email} />}
    </>
  )
}

function PendingEmail({ email }: { email: string }) {
  const t = useT()
  const refresh = useRefreshMe()
  const cancel = useAction(cancelEmailChange, {
    invalidates: [],
    onDone: ({ message }) => {
      notify('success', t(message))
      void refresh()
    },
  })
  const keep = (): void => cancel.mutate({}, { onError: ({ message }) => notifyFailed(message) })
  return (
    <Alert data-wide variant="light">
      <div>{t('{email} isn’t confirmed by both addresses yet.', { email: `\u2068${email}\u2069` })}</div>
      <Button size="compact-sm" variant="default" mt="xs" loading={cancel.isPending} onClick={keep}>
        {t('Keep the current address')}
      </Button>
    </Alert>
  )
}
