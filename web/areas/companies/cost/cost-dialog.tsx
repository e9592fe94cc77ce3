import type { CompanyRow } from '#contract/companies/companies.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import styles from './cost.module.css'
import { RetailCost } from './retail-cost.tsx'
import { WholesaleCost } from './wholesale-cost.tsx'

/** Set Cost (R221): what an agency pays its operator, or a client its agency, for each product and payment term. */
export function CostDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const isAgency = row.user_type === 'userdownline'
  const values = { name: isolate(row.company_name) }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isAgency ? t('Set Cost for Agency') : t('Set Cost for Client')}
      size="xl"
      closeOnClickOutside={false}
    >
      <p className={styles.note}>
        {isAgency ? t('What {name} pays you.', values) : t('What {name} pays its agency.', values)}
      </p>
      {isAgency ? (
        <WholesaleCost companyId={row.company_id} isOfRoot={false} onDone={onClose} onCancel={onClose} />
      ) : (
        <RetailCost companyId={row.company_id} onDone={onClose} onCancel={onClose} />
      )}
    </Dialog>
  )
}
