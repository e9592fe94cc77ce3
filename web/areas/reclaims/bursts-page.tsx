import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { listBursts, voidBurst, type Burst } from '#contract/returns/bursts.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { inboxReads } from '../inbox/inbox-reads.ts'

/** `/configuration/bursts`: leads that agencies reported as forged, which the operator voids in every leg at once. */
export function BurstsPage() {
  const t = useT()
  const { companyId } = useMe()
  return (
    <>
      <PageHeader
        title={t('Reported bursts')}
        description={t('Leads that agencies reported as forged. Voiding credits the client and the agency.')}
      />
      <ResourceTable
        label={t('Reported bursts')}
        operation={listBursts}
        input={({ page, perPage }) => ({ params: { companyId }, query: { page, perPage } })}
        columns={columns}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={<IconHandStop size={22} stroke={1.6} />}
            title={t('No reported bursts')}
            hint={t('When an agency reports leads on hold as forged, they wait here for your decision.')}
          />
        }
      />
    </>
  )
}

const whichTexts: Readonly<Record<Burst['which'], ReturnType<typeof msg>>> = {
  usual: msg('Far more leads than usual'),
  apart: msg('Leads that look forged'),
}

const columns: readonly Column<Burst>[] = [
  { key: 'campaign', header: msg('Campaign'), size: 'wide', cell: (row) => <Campaign row={row} /> },
  {
    key: 'agency',
    header: msg('Agency'),
    size: 'wide',
    cell: (row) => (
      <Lines detail={<Bdi>{row.company_name}</Bdi>}>
        <Bdi>{row.agency_name}</Bdi>
      </Lines>
    ),
  },
  { key: 'since', header: msg('Since'), size: 'time', hideBelow: 'lg', cell: (row) => <When at={row.since} /> },
  { key: 'leads', header: msg('Leads'), align: 'end', cell: (row) => <Leads of={row.leads} /> },
  { key: 'client', header: msg('Client’s credit'), align: 'end', cell: (row) => <Amount of={row.retail_price} /> },
  { key: 'cost', header: msg('Agency’s credit'), align: 'end', cell: (row) => <Amount of={row.wholesale_price} /> },
  { key: 'decision', header: msg('Decision'), align: 'end', size: 'status', cell: (row) => <Decision row={row} /> },
]

function Campaign({ row }: { row: Burst }) {
  const t = useT()
  return (
    <Lines strong detail={t(whichTexts[row.which])}>
      <Bdi>{row.campaignName}</Bdi>
    </Lines>
  )
}

function When({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.when(at)}</time>
}

function Leads({ of }: { of: number }) {
  return <>{useFormat().number(of)}</>
}

function Amount({ of }: { of: number }) {
  return <>{useFormat().price(Math.round(of * 10_000))}</>
}

function Decision({ row }: { row: Burst }) {
  const t = useT()
  const me = useMe()
  if (row.credited_at !== null) return <StatusBadge tone="ok">{t('Voided')}</StatusBadge>
  if (me.may('settings.update') && me.viewEndsAt === null) return <Voiding row={row} />
  return <StatusBadge tone="warn">{t('Waiting')}</StatusBadge>
}

/** The one action that voids a burst. */
function Voiding({ row }: { row: Burst }) {
  const t = useT()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const price = (dollars: number): string => isolate(format.price(Math.round(dollars * 10_000)))
  const name = isolate(row.campaignName)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('Void the leads of {name}', { name })}
        onClick={() => setAsking(true)}
      >
        {t('Void')}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={t('{count, plural, one {Void # lead of {name}?} other {Void # leads of {name}?}}', {
            count: row.leads,
            name,
          })}
          confirmLabel={t('Void')}
          operation={voidBurst}
          input={{ body: { campaignId: row.campaignId, which: row.which } }}
          invalidates={[listBursts, ...inboxReads]}
          onClose={() => setAsking(false)}
        >
          {t(
            '{client} is credited {retail} and {agency} {wholesale}. Destinations are asked to remove the leads. This cannot be undone.',
            {
              client: isolate(row.company_name),
              retail: price(row.retail_price),
              agency: isolate(row.agency_name),
              wholesale: price(row.wholesale_price),
            },
          )}
        </ConfirmAction>
      )}
    </>
  )
}
