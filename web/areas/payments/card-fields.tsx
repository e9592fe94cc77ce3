import { Input, TextInput, useComputedColorScheme } from '@mantine/core'
import { useCallback } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { FormSection } from '../../shells/form-page.tsx'
import { AddressFields } from '../../shells/address-fields.tsx'
import type { CardForm } from './card-form.ts'
import { cardErrorId, CardFrame } from './card-frame.tsx'

/** The card number in the gateway's iframe, plus the cardholder and billing address. */
export function CardFields({ form: { server, frame }, formUrl }: { form: CardForm; formUrl: string }) {
  const t = useT()
  const { form, formRef } = server
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const submit = useCallback(() => formRef.current?.requestSubmit(), [formRef])
  return (
    <>
      <FormSection
        title={t('Card')}
        description={t('The number goes straight to the payment provider; we never see it.')}
      >
        <div data-wide>
          <CardFrame
            formUrl={formUrl}
            theme={theme}
            onEnter={submit}
            ref={frame}
            isWrong={form.errors['cardToken'] !== undefined}
          />
          {form.errors['cardToken'] && (
            <Input.Error id={cardErrorId} role="alert">
              {form.errors['cardToken']}
            </Input.Error>
          )}
        </div>
        <TextInput
          label={t('Name on the card')}
          autoComplete="cc-name"
          withAsterisk
          maxLength={255}
          {...form.getInputProps('cardholder')}
        />
      </FormSection>
      <FormSection title={t('Billing address')}>
        <AddressFields input={form.getInputProps} prefix="" country={form.values.country_code} />
      </FormSection>
    </>
  )
}
