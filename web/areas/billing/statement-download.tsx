import { Button, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadStatement } from '#contract/billing/papers.ts'
import { useT } from '../../i18n/texts.tsx'
import { useDownload } from '../../shells/use-download.ts'
import styles from './billing.module.css'
import { useStatementMonths } from './statement-months.ts'

/** A month's statement of a payer, as a file. */
export function StatementDownload({ companyId }: { companyId: string }) {
  const t = useT()
  const months = useStatementMonths()
  const [month, setMonth] = useState(months[0]!.value)
  const download = useDownload(downloadStatement)
  return (
    <span className={styles.statement}>
      <Select
        size="xs"
        aria-label={t('Month of the statement')}
        data={months}
        value={month}
        allowDeselect={false}
        onChange={(value) => value && setMonth(value)}
      />
      <Button
        size="xs"
        variant="default"
        loading={download.busy}
        leftSection={<IconDownload size={14} />}
        onClick={() => download.start({ params: { companyId, month } })}
      >
        {t('Statement')}
      </Button>
    </span>
  )
}
