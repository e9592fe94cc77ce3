import { Checkbox } from '@mantine/core'
import { useLingui } from '@lingui/react'
import { useQueryClient } from '@tanstack/react-query'
import { acceptAgreement, readAgreement } from '#contract/agreements/acceptances.ts'
import { framedDocument } from '#contract/agreements/document-names.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { asFailure, CallFailure } from '../../api/failure.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { DetailList } from '../../shells/detail-list.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import styles from './developers.module.css'

type Offer = AnswerOf<typeof readAgreement>['data']
type AgreementDialogProps = { offer: Offer; onClose: () => void }

/** Identifies the terms being accepted: when they change, the box must be checked again. */
const shownIn = ({ quote_id, version }: Offer): string => quote_id ?? String(version)

function useAcceptance(offer: Offer) {
  const client = useQueryClient()
  const t = useT()
  const me = useMe()
  const { i18n } = useLingui()
  const { mutateAsync } = useAction(acceptAgreement, { invalidates: [readAgreement] })
  const isFree = me.kind === 'rootSystem'
  return useServerForm({
    initialValues: { agreed: '' },
    // R114: the operator's own staff need not check the box.
    validate: {
      agreed: (value: string) =>
        value === shownIn(offer) || isFree ? null : t('Please click agree before you continue'),
    },
    send: () =>
      mutateAsync({
        body: {
          user_id: me.id,
          company_id: me.companyId,
          company_name: me.companyName,
          is_marketing_services_agreement_developer: true,
          location_menu: 'developer',
          document_type: offer.document_type,
          language: i18n.locale === 'ar' ? 'ar' : 'en',
          version: offer.version,
          ...(offer.quote_id && { quote_id: offer.quote_id }),
        },
      }).catch(async (error: unknown) => {
        // Reload the agreement, so that the new version and figures are shown and must be accepted again.
        const failure = asFailure(error)
        // R178
        if (failure.code !== 'terms_changed')
          throw new CallFailure({ ...failure, message: t('Something went wrong, please try again later') })
        await client.invalidateQueries({ queryKey: [readAgreement.name] })
        throw failure
      }),
    // The reloaded agreement replaces this dialog with the keys.
    onDone: () => undefined,
  })
}

/** The developer agreement in a frame, its charges, and the checkbox to accept it (R113, R114, R118, S081). */
export function AgreementDialog({ offer, onClose }: AgreementDialogProps) {
  const t = useT()
  const me = useMe()
  const form = useAcceptance(offer)
  const { values, errors, setFieldValue } = form.form
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Developer agreement')}
      description={t('Read and accept the agreement to get a key for the developer API.')}
      form={form}
      submitLabel={t('Continue')}
      size="lg"
    >
      <div data-wide>
        <iframe key={offer.version} src={framedDocument} title={t('Developer agreement')} className={styles.frame} />
        <Charges offer={offer} />
        <Checkbox
          mt="md"
          label={t('I agree to this agreement for {company}', { company: isolate(me.companyName) })}
          checked={values.agreed === shownIn(offer)}
          onChange={(event) => setFieldValue('agreed', event.currentTarget.checked ? shownIn(offer) : '')}
          error={errors['agreed']}
        />
      </div>
    </FormDialog>
  )
}

/** R118: the one-time charge and the steps of the minimum monthly spend, as the server returns them. */
function Charges({ offer }: { offer: Offer }) {
  const t = useT()
  const format = useFormat()
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  const { first_time_charge: once, minimum_spend_amount_list: months } = offer
  if (once === 0 && months.length === 0) {
    return <p className={styles.note}>{t('The developer API costs nothing on top of your leads.')}</p>
  }
  const last = months.length - 1
  const items = [
    ...(once > 0 ? [{ label: t('One-time charge'), value: money(once) }] : []),
    ...months.map((amount, index) => ({
      label:
        index === last
          ? t('Minimum spend from month {month} on', { month: index + 1 })
          : t('Minimum spend in month {month}', { month: index + 1 }),
      value: money(amount),
    })),
  ]
  return <DetailList items={items} loading={false} />
}
