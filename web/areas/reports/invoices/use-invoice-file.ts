import { useState } from 'react'
import { reportInvoices } from '#contract/billing/invoice-report.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { call, type CallInput } from '../../../api/call.ts'
import { asFailure } from '../../../api/failure.ts'
import { notifyFailed } from '../../../shells/notify.tsx'
import { saveFile } from '../../../ui/save-file.ts'

type Params = CallInput<typeof reportInvoices>['params']

/** Saves the invoices of a report as a CSV file; errors are shown as notices. */
export function useInvoiceFile(params: Params): { save: (format: CsvFormat) => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const save = async (format: CsvFormat): Promise<void> => {
    setBusy(true)
    try {
      const { file = '' } = await call(reportInvoices, { params, query: { perPage: 1, file: format } })
      saveFile(new Blob([file], { type: 'text/csv;charset=utf-8' }), `invoices-${params.start}-${params.end}.csv`)
    } catch (thrown) {
      notifyFailed(asFailure(thrown).message)
    } finally {
      setBusy(false)
    }
  }
  return { save: (format) => void save(format), busy }
}
