import { Button, Select } from '@mantine/core'
import { IconBook2, IconFileZip, IconListNumbers } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadJournal, saveJournalAccounts } from '#contract/billing/journal.ts'
import { downloadStatements } from '#contract/payments/receivables.ts'
import { useT } from '../../../i18n/texts.tsx'
import { mayCall } from '../../../session/may-call.ts'
import { useMe } from '../../../session/me.ts'
import { useDownload } from '../../../shells/use-download.ts'
import styles from '../billing.module.css'
import { JournalAccountsDialog } from './journal-accounts-dialog.tsx'
import { useStatementMonths } from '../statement-months.ts'

/** The first and the last day of a month. */
function daysOf(month: string): { start: string; end: string } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { start: `${month}-01`, end: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** A month as files: the statements of everybody who owes something, and the ledger as a journal for bookkeeping. */
export function AllStatements({ companyId }: { companyId: string }) {
  const t = useT()
  const me = useMe()
  const months = useStatementMonths()
  const [month, setMonth] = useState(months[0]!.value)
  const download = useDownload(downloadStatements)
  const journal = useDownload(downloadJournal)
  const [isNaming, setNaming] = useState(false)
  return (
    <span className={styles.statement}>
      <Select
        aria-label={t('Month of the statement')}
        data={months}
        value={month}
        allowDeselect={false}
        onChange={(value) => value && setMonth(value)}
      />
      <Button
        variant="default"
        loading={download.busy}
        leftSection={<IconFileZip size={16} />}
        onClick={() => download.start({ params: { companyId, month } })}
      >
        {t('All statements')}
      </Button>
      <Button
        variant="default"
        loading={journal.busy}
        leftSection={<IconBook2 size={16} />}
        onClick={() => journal.start({ params: { companyId, ...daysOf(month) }, query: { format: 'spreadsheet' } })}
      >
        {t('Journal')}
      </Button>
      {mayCall(me, saveJournalAccounts) && (
        <Button variant="default" leftSection={<IconListNumbers size={16} />} onClick={() => setNaming(true)}>
          {t('Journal accounts')}
        </Button>
      )}
      {isNaming && <JournalAccountsDialog companyId={companyId} onClose={() => setNaming(false)} />}
    </span>
  )
}
