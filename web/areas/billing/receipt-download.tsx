import { Button } from '@mantine/core'
import { downloadReceipt } from '#contract/billing/papers.ts'
import { useT } from '../../i18n/texts.tsx'
import { useDownload } from '../../shells/use-download.ts'

/** The receipt of a paid charge, as a file. */
export function ReceiptDownload({ companyId, chargeId }: { companyId: string; chargeId: string }) {
  const t = useT()
  const { busy, start } = useDownload(downloadReceipt)
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => start({ params: { companyId, chargeId } })}>
      {t('Receipt')}
    </Button>
  )
}
