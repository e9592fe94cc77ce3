import { Button } from '@mantine/core'
import {
  listStoppedAddresses,
  resumeAddress,
  type StoppedAddress,
  type StopReason,
} from '#contract/mails/stopped-addresses.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { notify, notifyDone } from '../../shells/notify.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { TitledPart } from '../../ui/titled-part.tsx'
import { inboxReads } from '../inbox/inbox-reads.ts'
import styles from './mail-samples.module.css'

const reasonTexts: Record<StopReason, Text> = {
  refused: msg('A mail server says that this mailbox doesn’t exist.'),
  unsubscribed: msg('Its reader stopped the emails about new leads.'),
}

/** Addresses that get no mail from the company, and why. Those that a server refused can be tried again. */
export function StoppedAddressesCard({ companyId }: { companyId: string }) {
  const t = useT()
  const columns: readonly Column<StoppedAddress>[] = [
    { key: 'address', header: msg('Address'), cell: (row) => <Address row={row} /> },
    { key: 'company', header: msg('Company'), hideBelow: 'md', cell: (row) => <bdi>{row.company_name}</bdi> },
    { key: 'since', header: msg('Since'), hideBelow: 'md', cell: (row) => <Since at={row.since} /> },
    { key: 'resume', header: msg('Action'), align: 'end', cell: (row) => <Resume companyId={companyId} row={row} /> },
  ]
  return (
    <TitledPart title={t('Addresses without emails')}>
      <p className={styles.lead}>
        {t('Nothing is sent to these addresses. Correct an address where it was entered, then resume it.')}
      </p>
      <ResourceTable
        label={t('Addresses without emails')}
        operation={listStoppedAddresses}
        input={({ page, perPage }) => ({ params: { companyId }, query: { page, perPage } })}
        columns={columns}
        rowKey={({ id, reason }) => `${id} ${reason}`}
        empty={
          <EmptyState
            title={t('Every address gets its emails')}
            hint={t('Addresses that a mail server refuses for good appear here.')}
          />
        }
      />
    </TitledPart>
  )
}

function Address({ row: { email, reason } }: { row: StoppedAddress }) {
  const t = useT()
  return (
    <Lines strong detail={t(reasonTexts[reason])}>
      <bdi dir="ltr">{email}</bdi>
    </Lines>
  )
}

function Since({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.when(at)}</time>
}

function Resume({ companyId, row: { id, email, reason } }: { companyId: string; row: StoppedAddress }) {
  const t = useT()
  const resume = useAction(resumeAddress, {
    invalidates: [listStoppedAddresses, ...inboxReads],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  if (reason !== 'refused') return null
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('Resume emails to {email}', { email })}
      loading={resume.isPending}
      onClick={() =>
        resume.mutate({ body: { companyId, address_id: id } }, { onError: ({ message }) => notify('warning', message) })
      }
    >
      {t('Resume')}
    </Button>
  )
}
