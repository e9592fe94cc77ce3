import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { isSales } from '#contract/guards/access-context.ts'
import { payoutCauseOf, type Payout } from '#contract/payments/payouts.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { PageLink } from '../../../shells/page-link.tsx'
import { ConnectSales } from '../connect-sales.tsx'
import styles from './payouts.module.css'

/** Why a payout was returned, where the money is now, and a link for the account's owner to fix the account. */
export function MendAccount({ payout }: { payout: Payout }) {
  const t = useT()
  const me = useMe()
  return (
    <Alert
      color="red"
      mb="md"
      icon={<IconAlertTriangle size={18} stroke={1.75} />}
      title={t(payoutCauseOf(payout.cause))}
    >
      <div className={styles.mend}>
        <p>
          {t(
            'The bank returned it, so the money is back in your balance. It is paid out again once the bank account is corrected.',
          )}
        </p>
        {me.side === 'agency' && (
          <Button
            variant="default"
            component={PageLink}
            to="/configuration/general-setting"
            search={{ section: 'payment-account' }}
          >
            {t('Open payment account')}
          </Button>
        )}
        {isSales(me.access) && <ConnectSales state={me.access.payments.accountConnected} />}
      </div>
    </Alert>
  )
}
