import { Button } from '@mantine/core'
import { readAgreement } from '#contract/agreements/acceptances.ts'
import type { CompanyRow } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { DetailList } from '../../shells/detail-list.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import styles from './companies.module.css'

type DeveloperDialogProps = { row: CompanyRow; onEdit: (row: CompanyRow) => void; onClose: () => void }

/** An agency's developer API setup. The agency manages its keys and agreement; the operator switches developer mode. */
export function DeveloperDialog({ row, onEdit, onClose }: DeveloperDialogProps) {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const agreement = useCall(readAgreement, { query: { company_id: row.company_id } })
  const offer = agreement.data?.data
  const acceptance = offer?.accepted_at
    ? t('Accepted {date}', { date: format.date(offer.accepted_at) })
    : t('Not accepted')
  const items = [
    { label: t('Developer mode'), value: row.api_mode ? t('On') : t('Off') },
    { label: t('Developer agreement'), value: acceptance },
    { label: t('One-time fee'), value: format.money(Math.round((offer?.first_time_charge ?? 0) * 100)) },
    { label: t('Card'), value: row.customer_payment_id ? t('On file') : t('None yet') },
    { label: t('API key'), value: row.is_user_generate_api ? t('Generated') : t('None yet') },
  ]
  return (
    <Dialog opened onClose={onClose} title={t('Developer API')} size="md">
      <p className={styles.note}>{t('Setup progress of {name}.', { name: isolate(row.company_name) })}</p>
      {agreement.error && !agreement.data ? (
        <FailureNote failure={agreement.error} onRetry={agreement.refetch} />
      ) : (
        <DetailList items={items} loading={agreement.isPending} />
      )}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {me.may('settings.update') && (
          <Button
            onClick={() => {
              onClose()
              onEdit(row)
            }}
          >
            {row.api_mode ? t('Turn off in its form') : t('Turn on in its form')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
