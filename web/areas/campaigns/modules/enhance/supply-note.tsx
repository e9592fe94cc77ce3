import { Skeleton } from '@mantine/core'
import { forecast_days, maxCounted, readSupply, type Supply } from '#contract/campaigns/supply.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { DetailList } from '../../../../shells/detail-list.tsx'
import { FailureNote } from '../../../../shells/failure-note.tsx'
import { StatusBadge } from '../../../../shells/status-badge.tsx'
import { Section } from '../../../../shells/section.tsx'
import { useParam } from '../../../../session/address.ts'

/** Forecast of whether enough people search for the campaign's keywords, before it starts and while it runs. */
export function SupplyNote() {
  const t = useT()
  const campaignId = useParam('campaignId')
  const { data, error, refetch } = useCall(readSupply, { params: { id: campaignId } })
  const supply = data?.data
  return (
    <Section
      title={t('Supply forecast')}
      description={t('Based on people in the target location and their searches in the past {days} days.', {
        days: forecast_days,
      })}
      action={supply && <Verdict supply={supply} />}
    >
      {error && !supply && <FailureNote failure={error} onRetry={refetch} />}
      {!error && !supply && <Skeleton height={84} />}
      {supply && <Figures supply={supply} />}
    </Section>
  )
}

function Verdict({ supply }: { supply: Supply }) {
  const t = useT()
  return supply.enough ? (
    <StatusBadge tone="ok">{t('Enough')}</StatusBadge>
  ) : (
    <StatusBadge tone="warn">{t('Too few')}</StatusBadge>
  )
}

function Figures({ supply }: { supply: Supply }) {
  const t = useT()
  const format = useFormat()
  const people = format.number(supply.people) + (supply.people === maxCounted ? '+' : '')
  const items = [
    {
      label: t('People with complete records'),
      value: t('{people} ({needed} needed)', { people, needed: format.number(supply.people_needed) }),
    },
    {
      label: t('Searching per day'),
      value: t('{people} ({needed} needed)', {
        people: format.number(supply.searching_a_day),
        needed: format.number(supply.least_a_day),
      }),
    },
  ]
  return (
    <>
      <DetailList loading={false} items={items} />
      {supply.enough === false && (
        <p>{t('Add keywords, topics or places, or require fewer types of information, to get more leads.')}</p>
      )}
    </>
  )
}
