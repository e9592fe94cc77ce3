import { reportReturnedShares } from '#contract/reclaims/claims.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { InOrder } from '../../shells/in-order.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { StatTile, StatTiles } from '../../shells/stat-tile.tsx'
import { ClaimsTable } from './claims-table.tsx'
import styles from './reclaims.module.css'
import { ShareRuleCard } from './share-rule-card.tsx'

/** `/configuration/returned-share`: what an agency got back of its wholesale cost, and what waits for its operator. */
export function ReturnedSharePage() {
  const t = useT()
  const { companyId } = useMe()
  return (
    <>
      <PageHeader
        title={t('Returned wholesale cost')}
        description={t('What you get back for leads that were returned, excluded or refunded.')}
      />
      <InOrder>
        <Figures companyId={companyId} />
        <div className={styles.parts}>
          <InOrder>
            <ClaimsTable />
            <ShareRuleCard companyId={companyId} />
          </InOrder>
        </div>
      </InOrder>
    </>
  )
}

function Figures({ companyId }: { companyId: string }) {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useCall(reportReturnedShares, { params: { companyId }, query: {} })
  const month = data?.data[0]
  const dollars = (value: number | undefined) =>
    value === undefined ? undefined : format.money(Math.round(value * 100))
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  return (
    <StatTiles>
      <StatTile label={t('Wholesale cost this month')} value={dollars(month?.cost)} />
      <StatTile
        label={t('Given back this month')}
        value={dollars(month?.returned)}
        note={
          month && month.percent !== null ? t('{share} of the cost', { share: format.rate(month.percent) }) : undefined
        }
      />
      <StatTile
        label={t('Limit used')}
        value={dollars(month?.used)}
        note={
          month &&
          (month.allowance === null
            ? t('No limit')
            : t('of {amount} this month', { amount: dollars(month.allowance) ?? '' }))
        }
      />
      <StatTile label={t('Waiting for the platform operator')} value={dollars(month?.waiting)} />
    </StatTiles>
  )
}
