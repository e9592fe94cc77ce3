import { Button } from '@mantine/core'
import { IconDownload, IconFileCertificate } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadCertificate, listAcceptances, type AcceptanceRow } from '#contract/agreements/acceptances.ts'
import { makeDownloadTicket } from '#contract/access/session.ts'
import { call, filledPath } from '../../api/call.ts'
import { asFailure } from '../../api/failure.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { notifyFailed } from '../../shells/notify.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { Bdi } from '../../ui/bdi.tsx'

/** What a company and its people have accepted, each with its certificate. */
export function AgreementsTable({ companyId }: { companyId: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <ResourceTable
      label={t('Agreements')}
      operation={listAcceptances}
      input={({ page, perPage }) => ({
        params: { companyID: companyId },
        query: { Page: page, PerPage: perPage },
      })}
      columns={[
        { key: 'document', header: msg('Document'), cell: (row) => <Bdi>{row.title}</Bdi> },
        { key: 'version', header: msg('Version'), cell: (row) => format.number(row.version), hideBelow: 'md' },
        { key: 'person', header: msg('Accepted by'), cell: (row) => <Bdi>{row.user_name}</Bdi>, hideBelow: 'md' },
        { key: 'time', header: msg('Time'), cell: (row) => format.dateTime(row.accepted_at) },
        { key: 'address', header: msg('Address'), cell: (row) => <Bdi>{row.address}</Bdi>, hideBelow: 'md' },
        { key: 'file', header: msg('Certificate'), cell: (row) => <Certificate row={row} />, align: 'end' },
      ]}
      rowKey={(row) => row.id}
      empty={
        <EmptyState
          icon={<IconFileCertificate size={22} stroke={1.6} />}
          title={t('Nothing accepted yet')}
          hint={t('Agreements that you accept are kept here with their certificates.')}
        />
      }
    />
  )
}

/** Downloads by navigation, which can carry no token: a ticket for this one path stands in for it (OQ-50). */
function Certificate({ row }: { row: AcceptanceRow }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      const path = `/api${filledPath(downloadCertificate.path, { acceptanceID: row.id })}`
      const { ticket } = await call(makeDownloadTicket, { body: { path } })
      location.assign(`${path}?ticket=${ticket}`)
    } catch (thrown) {
      notifyFailed(asFailure(thrown).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      leftSection={<IconDownload size={14} />}
      aria-label={t('Download the certificate of {document}', { document: isolate(row.title) })}
      onClick={() => void download()}
    >
      {t('PDF')}
    </Button>
  )
}
