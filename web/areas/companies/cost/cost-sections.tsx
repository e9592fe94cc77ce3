import { useT } from '../../../i18n/texts.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import styles from './cost.module.css'
import { RetailCost } from './retail-cost.tsx'
import { WholesaleCost } from './wholesale-cost.tsx'

/** The operator's prices for agencies without custom prices; also the minimum price of Enhance and B2B leads. */
export function AgencyPricesSection({ company }: { company: SettingsTarget }) {
  const t = useT()
  return (
    <TitledCard title={t('Agency prices')}>
      <p className={styles.note}>
        {t('What agencies without a custom price pay you. This is also the minimum price for Enhance and B2B leads.')}
      </p>
      <WholesaleCost companyId={company.companyId} isOfRoot />
    </TitledCard>
  )
}

/** An agency's default prices for its clients. */
export function ClientPricesSection({ company }: { company: SettingsTarget }) {
  const t = useT()
  return (
    <TitledCard title={t('Client prices')}>
      <p className={styles.note}>
        {t('What clients without a custom price pay. A lead is never sold for less than the agency pays.')}
      </p>
      <RetailCost companyId={company.companyId} />
    </TitledCard>
  )
}
