import { Skeleton } from '@mantine/core'
import { readSetting } from '#contract/branding/settings.ts'
import type { CompanyRow } from '#contract/tenants/companies.ts'
import { useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { CostForm } from './cost-form.tsx'
import styles from './cost.module.css'

/** Set Cost for Agency (R221): what an agency pays for each product and payment term. */
export function CostDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useCall(readSetting, {
    query: { companyID: row.company_id, settingname: 'costagency' },
  })
  const cost = data?.data.settingname === 'costagency' && data.rootcostagency ? data : null
  return (
    <Dialog opened onClose={onClose} title={t('Set Cost for Agency')} size="xl" closeOnClickOutside={false}>
      <p className={styles.note}>{t('What {name} pays you.', { name: isolate(row.company_name) })}</p>
      {error ? (
        <FailureNote failure={error} onRetry={refetch} />
      ) : !cost || isFetching || cost.data.settingname !== 'costagency' ? (
        <Skeleton height={320} />
      ) : (
        <CostForm
          companyId={row.company_id}
          cost={cost.data}
          rootCost={cost.rootcostagency!}
          firstTerm={cost.dpay ?? 'Weekly'}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
