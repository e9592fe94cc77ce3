import type { CompanyRow } from '#contract/companies/companies.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { UserLogs } from '../activity/user-logs.tsx'
import styles from './companies.module.css'

/** Agency User's Logs (R188, S089): what the users of a company and of the companies below it have done. */
export function LogsDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const isAgency = row.user_type === 'userdownline'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isAgency ? t("Agency User's Logs") : t("Client User's Logs")}
      size="min(72rem, 100%)"
    >
      <p className={styles.note}>{t('Activity of users at {name}.', { name: isolate(row.company_name) })}</p>
      <UserLogs companyId={row.company_id} isAgency={isAgency} />
    </Dialog>
  )
}
