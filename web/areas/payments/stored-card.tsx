import type { Card } from '#contract/payments/cards.ts'
import { useT } from '../../i18n/texts.tsx'
import { DetailList } from '../../shells/detail-list.tsx'
import { Bdi } from '../../ui/bdi.tsx'

/** The stored card's details. */
export function StoredCard({ card }: { card: Card }) {
  const t = useT()
  const expiry = `${String(card.exp_month).padStart(2, '0')} / ${card.exp_year}`
  return (
    <div data-wide>
      <DetailList
        loading={false}
        items={[
          { label: t('Card'), value: <Bdi>{`${card.brand} •••• ${card.last4}`}</Bdi> },
          { label: t('Valid until'), value: <Bdi>{`\u2066${expiry}\u2069`}</Bdi> },
          { label: t('Name on the card'), value: <Bdi>{card.cardholder}</Bdi> },
        ]}
      />
    </div>
  )
}
