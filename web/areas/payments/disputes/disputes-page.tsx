import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useState } from 'react'
import { listDisputes, type Dispute } from '#contract/payments/disputes.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { BelowCompanies } from '../../../shells/below-companies.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'
import { disputeStates, reasonText, acceptsEvidence } from './dispute-words.ts'

/** `/configuration/disputes`: payments that the payer's bank reversed or is inquiring about. */
export function DisputesPage() {
  const t = useT()
  const me = useMe()
  const [openDispute, setOpenDispute] = useState<Dispute | null>(null)
  const isRoot = me.side === 'root'
  const mayAnswer = me.kind === 'agencyOwner' || (isRoot && me.may('settings.update'))
  return (
    <>
      <BelowCompanies
        title={t('Disputes')}
        description={t(
          'A payer’s bank can reverse a payment. It accepts one response by the date shown, then decides.',
        )}
        operation={listDisputes}
        input={({ page, perPage }) => ({ params: { companyId: me.companyId }, query: { page, perPage } })}
        columns={columnsOf(isRoot, mayAnswer, setOpenDispute)}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={<IconScale size={22} stroke={1.6} />}
            title={t('No disputes')}
            hint={t('Payments disputed by a payer’s bank appear here, with the date to respond by.')}
          />
        }
      />
      {openDispute && (
        <DisputeDialog dispute={openDispute} mayAnswer={mayAnswer} onClose={() => setOpenDispute(null)} />
      )}
    </>
  )
}

const columnsOf = (isRoot: boolean, mayAnswer: boolean, onOpen: (row: Dispute) => void): readonly Column<Dispute>[] => [
  {
    key: 'payer',
    header: isRoot ? msg('Agency') : msg('Client'),
    cell: (row) => (
      <Lines strong detail={row.invoice === '' ? undefined : <Bdi>{row.invoice}</Bdi>}>
        {row.company_name}
      </Lines>
    ),
  },
  { key: 'reason', header: msg('Reason'), size: 'wide', hideBelow: 'lg', cell: (row) => <Reason row={row} /> },
  { key: 'amount', header: msg('Amount'), align: 'end', cell: (row) => <Amount of={row.amount} /> },
  { key: 'status', header: msg('Status'), size: 'longStatus', cell: (row) => <State row={row} /> },
  { key: 'until', header: msg('Respond by'), size: 'date', cell: (row) => <Until row={row} /> },
  {
    key: 'actions',
    header: msg('Actions'),
    align: 'end',
    cell: (row) => <Open row={row} mayAnswer={mayAnswer} onOpen={onOpen} />,
  },
]

function Reason({ row }: { row: Dispute }) {
  const t = useT()
  return <>{t(reasonText(row.reason))}</>
}

function Amount({ of }: { of: number }) {
  const format = useFormat()
  return <>{format.money(Math.round(of * 100))}</>
}

function State({ row }: { row: Dispute }) {
  const t = useT()
  const { tone, text } = disputeStates[row.state]
  return <StatusBadge tone={tone}>{t(text)}</StatusBadge>
}

function Until({ row }: { row: Dispute }) {
  const format = useFormat()
  if (row.respond_by === null || !acceptsEvidence(row)) return <>—</>
  return <time dateTime={row.respond_by}>{format.date(row.respond_by)}</time>
}

type OpenProps = { row: Dispute; mayAnswer: boolean; onOpen: (row: Dispute) => void }

function Open({ row, mayAnswer, onOpen }: OpenProps) {
  const t = useT()
  const name = isolate(row.company_name)
  const isToAnswer = mayAnswer && acceptsEvidence(row)
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={
        isToAnswer ? t('Respond to the dispute by {name}', { name }) : t('Show the dispute by {name}', { name })
      }
      onClick={() => onOpen(row)}
    >
      {isToAnswer ? t('Respond') : t('Show')}
    </Button>
  )
}
