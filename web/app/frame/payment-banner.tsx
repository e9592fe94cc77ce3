import { Link } from '@tanstack/react-router'
import { IconAlertTriangle } from '@tabler/icons-react'
import { needsAccountUpdate } from '#contract/guards/menus.ts'
import { useT } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { paymentAccountLink } from './account-notices.ts'
import { isOpen } from './menu.ts'
import styles from './payment-banner.module.css'
import { searchOf } from '../../session/search.ts'

/** Top banner: the agency's payment account can neither charge nor pay out until it is updated (R060). */
export function PaymentBanner({ me }: { me: Me }) {
  const t = useT()
  if (!needsAccountUpdate(me.access)) return null
  return (
    <section className={styles.root} aria-label={t('Payment account')}>
      <IconAlertTriangle size={19} stroke={1.75} aria-hidden className={styles.sign} />
      <p className={styles.words}>
        {t('Please update your payment account information to continue receiving charges and payouts.')}
      </p>
      {isOpen(me, paymentAccountLink.to) && (
        <Link to={paymentAccountLink.to} search={searchOf(paymentAccountLink.search)}>
          {t(paymentAccountLink.label)}
        </Link>
      )}
    </section>
  )
}
