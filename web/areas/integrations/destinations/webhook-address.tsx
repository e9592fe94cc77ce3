import { TextInput } from '@mantine/core'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import type { ServerForm } from '../../../shells/server-form.ts'

export type WebhookValues = { url: string }

/** Why a text is not an address; null if it is one. The server decides whether it may be reached. */
export const addressProblem =
  (t: Translate) =>
  (url: string): string | null =>
    /^https?:\/\/[^\s/]/i.test(url.trim()) ? null : t('Enter an address that begins with https://')

/** The field for a webhook's URL. */
export function WebhookAddress({ form }: { form: ServerForm<WebhookValues>['form'] }) {
  const t = useT()
  return (
    <div data-wide>
      <TextInput
        data-autofocus
        label={t('Address')}
        placeholder="https://crm.example.com/leads"
        type="url"
        dir="ltr"
        withAsterisk
        maxLength={2000}
        {...form.getInputProps('url')}
      />
    </div>
  )
}
