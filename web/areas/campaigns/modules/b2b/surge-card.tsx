import { Skeleton } from '@mantine/core'
import { Fragment } from 'react'
import { usualSurge_percent } from '#contract/campaigns/module-fields/b2b.ts'
import { listSurges, surgeDays, weeksBefore, type Surge } from '#contract/leads/surges.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { useMe } from '../../../../session/me.ts'
import { FailureNote } from '../../../../shells/failure-note.tsx'
import { TitledCard } from '../../../../ui/titled-card.tsx'
import table from '../../page/figures-table.module.css'

type SurgeCardProps = { companyId: string; percent?: number }

/** Companies with far more activity in the past seven days than in an average week. */
export function SurgeCard({ companyId, percent = usualSurge_percent }: SurgeCardProps) {
  const t = useT()
  const format = useFormat()
  const surges = useCall(listSurges, { params: { companyId }, query: { percent } })
  const rows = surges.data?.data
  return (
    <TitledCard title={t('Surging companies')}>
      <p className={table.about}>
        {t(
          'Visits and searches in the last {days} days, at least {percent}% of the company’s average week over the previous {weeks} weeks.',
          { days: surgeDays, percent: format.number(percent), weeks: weeksBefore },
        )}
      </p>
      {surges.error && !rows && <FailureNote failure={surges.error} onRetry={surges.refetch} />}
      {!rows && !surges.error && <Skeleton height={140} radius="md" />}
      {rows?.length === 0 && <p className={table.about}>{t('No company is visiting more than usual right now.')}</p>}
      {rows && rows.length > 0 && <SurgeTable rows={rows} />}
    </TitledCard>
  )
}

/** The same card for the user's own company, on the dashboard. */
export function OwnSurgeCard() {
  return <SurgeCard companyId={useMe().companyId} />
}

/** Breaks before dots and hyphens only if it has to, and into lines of similar length. */
function Domain({ name }: { name: string }) {
  return (
    <span className={table.domain}>
      <bdi dir="ltr">
        {name.split(/(?=[.-])/).map((part, at) => (
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </bdi>
    </span>
  )
}

function SurgeTable({ rows }: { rows: readonly Surge[] }) {
  const t = useT()
  const format = useFormat()
  const isAgency = useMe().side !== 'client'
  return (
    <table className={table.table} aria-label={t('Surging companies')}>
      <thead>
        <tr>
          <th scope="col">{t('Company')}</th>
          <th scope="col" data-align="end">
            {t('This week')}
          </th>
          <th scope="col" data-align="end">
            {t('Usual week')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.companyId} ${row.company}`}>
            <th scope="row">
              <span className={table.name}>
                <Domain name={row.company} />
                {isAgency && (
                  <span className={table.under}>
                    <bdi>{row.company_name}</bdi>
                  </span>
                )}
              </span>
            </th>
            <td data-align="end">
              {format.number(row.visits + row.searches)}
              {row.searches > 0 && (
                <span className={table.under}>
                  {t('{count, plural, one {# search} other {# searches}}', { count: row.searches })}
                </span>
              )}
            </td>
            <td data-align="end">{row.usual === 0 ? t('New') : format.number(Math.round(row.usual * 10) / 10)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
