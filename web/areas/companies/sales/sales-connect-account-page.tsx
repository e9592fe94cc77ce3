import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isConnected, type AccountState } from '#contract/guards/access-context.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { InOrder } from '../../../shells/in-order.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { EarnedCommissions } from '../../commissions/earned-commissions.tsx'
import { ConnectSales } from '../../payments/connect-sales.tsx'
import { AccountStateBadge } from '../../payments/account-state.tsx'
import styles from './sales.module.css'

/** What each account state means for a sales person, in the words of their notices (R107, OQ-53). */
const meanings: Readonly<Record<AccountState, Text>> = {
  '': msg('Please connect your payment account to receive commissions.'),
  pending: msg('Your payment account isn’t fully connected yet.'),
  inverification: msg(
    'Your account is still being verified by the payment provider, please check your email or login to your payment account for additional steps required by the payment provider.',
  ),
  completed: msg('Your payment account is connected.'),
  failed: msg(
    'The payment provider has refused your account. Please connect your payment account to receive commissions.',
  ),
}

/**
 * The first page for sales staff, and the only one until their payment account is connected (R040, R073).
 */
export function SalesConnectAccountPage() {
  const t = useT()
  const me = useMe()
  const state = me.access.payments.accountConnected
  const isDone = isConnected(me.access)
  const isExecutive = me.kind === 'accountExecutive'
  return (
    <>
      <PageHeader
        title={t('Payment account')}
        description={t('How {company} pays you.', { company: me.companyName })}
        badge={<AccountStateBadge state={state} />}
      />
      <InOrder>
        <TitledCard title={t('Account status')}>
          <div className={styles.state}>
            <p>{t(meanings[state])}</p>
            {!isDone && (
              <>
                <p className={styles.muted}>
                  {isExecutive
                    ? t('Once it is connected, the agencies assigned to you appear here.')
                    : t('Nothing else is available until it is connected.')}
                </p>
                <ConnectSales state={state} />
              </>
            )}
            {isDone && !isExecutive && (
              <p className={styles.muted}>{t('Agencies are shown to account executives only.')}</p>
            )}
            {isDone && isExecutive && (
              <div className={styles.ways}>
                <Button component={Link} to="/configuration/agency-list">
                  {t('Agency List')}
                </Button>
                <Button variant="default" component={Link} to="/configuration/client-management">
                  {t('Client Management')}
                </Button>
              </div>
            )}
          </div>
        </TitledCard>
        <EarnedCommissions />
      </InOrder>
    </>
  )
}
