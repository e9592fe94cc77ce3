import type { LeadDetail } from '#contract/leads/lead.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { DetailList, type Detail } from '../../shells/detail-list.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'

/** What speaks for having identified the visitor, in plain words. */
export function LeadConsent({ consent }: { consent: NonNullable<LeadDetail['consent']> }) {
  const t = useT()
  const format = useFormat()
  const items: Detail[] = [
    { label: t('Checked at the visit'), value: format.dateTime(consent.at) },
    { label: t('Country of the network'), value: consent.country ? <Bdi>{consent.country}</Bdi> : t('Unknown') },
    {
      label: t('Signals seen'),
      value: (
        <>
          {consent.checks.map((check) => (
            <div key={check}>{t(check)}</div>
          ))}
        </>
      ),
      wide: true,
    },
    { label: t('Rule that allowed it'), value: t(consent.rule), wide: true },
  ]
  return (
    <TitledCard title={t('Consent')}>
      <DetailList items={items} loading={false} />
    </TitledCard>
  )
}
