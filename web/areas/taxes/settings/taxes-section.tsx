import { TextInput } from '@mantine/core'
import { readTaxDetails, saveTaxDetails, type TaxDetails } from '#contract/taxes/taxes.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useFollowStored, useShownVersion } from '../../../shells/follow-stored.ts'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { useReload } from '../../../shells/use-reload.ts'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import { SettingForm } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { TaxRates } from '../tax-rates.tsx'

/** A seller's tax settings: its own tax number and its rates by place. */
export function TaxesSection({ company }: { company: SettingsTarget }) {
  const { data, error, refetch } = useCall(readTaxDetails, { params: { companyId: company.companyId } })
  const { round, reload } = useReload(refetch)
  return (
    <div className={styles.form}>
      <Loaded of={{ setting: data?.data, error, refetch, round }}>
        {(details) => (
          <NumberForm key={company.companyId} companyId={company.companyId} details={details} onReload={reload} />
        )}
      </Loaded>
      <TaxRates companyId={company.companyId} />
    </div>
  )
}

type NumberFormProps = { companyId: string; details: TaxDetails; onReload: () => void }

const fieldLabels = { tax_number: msg('Tax number') }

function NumberForm({ companyId, details, onReload }: NumberFormProps) {
  const t = useT()
  const save = useAction(saveTaxDetails, { invalidates: [readTaxDetails] })
  const values = { tax_number: details.tax_number }
  const shownVersion = useShownVersion(details.version)
  const server = useServerForm({
    initialValues: values,
    conflict: { onReload, labels: fieldLabels },
    // The body has no location, so the stored tax location is kept, even if someone else changed it meanwhile.
    send: (body, overwriting) =>
      save.mutateAsync({ params: { companyId }, body: { ...body, version: shownVersion.of(overwriting) } }),
    onDone: (answer: { message: string; version: string }) => {
      shownVersion.keep(answer)
      notifyDone(t(answer.message))
    },
  })
  useFollowStored(server.form, values, { version: details.version, shownVersion })
  return (
    <SettingForm
      title={t('Your tax number')}
      about={t('It appears on your invoices once you have a tax rate.')}
      server={server}
    >
      <div className={styles.fields}>
        <TextInput label={t('Tax number')} dir="ltr" maxLength={40} {...server.form.getInputProps('tax_number')} />
      </div>
    </SettingForm>
  )
}
