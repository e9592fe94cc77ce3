import { Button } from '@mantine/core'
import { IconDownload, IconFileCertificate } from '@tabler/icons-react'
import { downloadCertificate, listAcceptances, type AcceptanceRow } from '#contract/agreements/acceptances.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { useDownload } from '../../shells/use-download.ts'
import { Bdi } from '../../ui/bdi.tsx'

/** Agreements that a company and its users have accepted, each with its certificate. */
export function AgreementsTable({ companyId }: { companyId: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <ResourceTable
      label={t('Agreements')}
      operation={listAcceptances}
      input={({ page, perPage }) => ({
        params: { companyId },
        query: { page, perPage },
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
          title={t('No agreements yet')}
          hint={t('Agreements you accept appear here with their certificates.')}
        />
      }
    />
  )
}

function Certificate({ row }: { row: AcceptanceRow }) {
  const t = useT()
  const { start, busy } = useDownload(downloadCertificate)
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      leftSection={<IconDownload size={14} />}
      aria-label={t('Download the certificate of {document}', { document: isolate(row.title) })}
      onClick={() => start({ params: { acceptanceId: row.id } })}
    >
      {t('PDF')}
    </Button>
  )
}
