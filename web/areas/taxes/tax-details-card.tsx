import { Button, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { readBilling } from '#contract/billing/invoices.ts'
import { readTaxDetails, type TaxDetails, saveTaxDetails } from '#contract/taxes/taxes.ts'
import { useCall, useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT, msg } from '../../i18n/texts.tsx'
import { DetailList } from '../../shells/detail-list.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { useShownVersion } from '../../shells/follow-stored.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { useReload } from '../../shells/use-reload.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { ExemptionDialog } from './exemption-dialog.tsx'
import { usePlaceName, PlaceFields, placeOf } from './place-fields.tsx'
import styles from './taxes.module.css'

type DetailsDialogProps = {
  companyId: string
  details: TaxDetails
  onClose: () => void
  /** Restarts the form with the stored values. */
  onReload: () => void
}

const fieldLabels = { country: msg('Country'), region: msg('Region'), tax_number: msg('Tax number') }

/** A payer's location and tax number. */
function DetailsDialog({ companyId, details, onClose, onReload }: DetailsDialogProps) {
  const t = useT()
  const { mutateAsync } = useAction(saveTaxDetails, { invalidates: [readTaxDetails, readBilling] })
  const shownVersion = useShownVersion(details.version)
  const server = useServerForm({
    initialValues: { country: details.country, region: details.region, tax_number: details.tax_number },
    conflict: { onReload, labels: fieldLabels },
    send: (values, overwriting) =>
      mutateAsync({ params: { companyId }, body: { ...values, version: shownVersion.of(overwriting) } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Change tax details')}
      description={t('Applies to the next invoice, which also shows this number. Earlier invoices don’t change.')}
      form={server}
      submitLabel={t('Save tax details')}
    >
      <PlaceFields {...placeOf(server.form)} mayBeNowhere regionAbout={t('Only if the region has its own tax.')} />
      <TextInput label={t('Tax number')} dir="ltr" maxLength={40} {...server.form.getInputProps('tax_number')} />
    </FormDialog>
  )
}

type TaxDetailsCardProps = {
  companyId: string
  mayEdit: boolean
  /** Whether the user may exempt the company, as its seller. */
  mayExempt?: boolean
}

/** Where a company is taxed, its tax number, and the tax on its next invoice. */
export function TaxDetailsCard({ companyId, mayEdit, mayExempt = false }: TaxDetailsCardProps) {
  const t = useT()
  const nameOf = usePlaceName()
  const { data, error, refetch } = useCall(readTaxDetails, { params: { companyId } })
  const [open, setOpen] = useState<'details' | 'exemption' | null>(null)
  const details = data?.data
  const close = (): void => setOpen(null)
  const { round, reload } = useReload(refetch)
  const dialog = details && { companyId, details, onClose: close, onReload: reload }
  return (
    <TitledCard title={t('Tax details')}>
      {error && !details && <FailureNote failure={error} onRetry={refetch} />}
      {!details && !error && <Skeleton height="4rem" />}
      {details && (
        <DetailList
          loading={false}
          items={[
            {
              label: t('Taxed in'),
              value: details.country === '' ? t('Not stated') : <Bdi>{nameOf(details)}</Bdi>,
            },
            {
              label: t('Tax number'),
              value: details.tax_number === '' ? t('Not stated') : <Bdi>{details.tax_number}</Bdi>,
            },
            { label: t('Tax on the next invoice'), value: <Asked details={details} /> },
          ]}
        />
      )}
      {details && (mayEdit || mayExempt) && (
        <div className={styles.acts}>
          {mayEdit && (
            <Button size="xs" variant="default" onClick={() => setOpen('details')}>
              {t('Change tax details')}
            </Button>
          )}
          {mayExempt && (
            <Button size="xs" variant="default" onClick={() => setOpen('exemption')}>
              {details.exempt ? t('Change exemption') : t('Exempt from tax')}
            </Button>
          )}
        </div>
      )}
      {dialog && open === 'details' && <DetailsDialog key={round} {...dialog} />}
      {dialog && open === 'exemption' && <ExemptionDialog key={round} {...dialog} />}
    </TitledCard>
  )
}

function Asked({ details }: { details: TaxDetails }) {
  const t = useT()
  const format = useFormat()
  if (details.exempt)
    return (
      <>
        {t('Exempt')} · <Bdi>{details.exempt_reason}</Bdi>
      </>
    )
  if (details.percent === null) return t('None')
  return <Bdi>{`${details.tax_name} ${format.rate(details.percent)}`}</Bdi>
}
