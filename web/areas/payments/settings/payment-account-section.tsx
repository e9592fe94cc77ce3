import { requirementWord } from '#contract/payments/account-requirements.ts'
import { joinWords, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { DetailList } from '../../../shells/detail-list.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { AccountActs } from '../account-acts.tsx'
import { PayoutsLink } from '../payouts/payouts-link.tsx'
import styles from '../payments.module.css'
import { AccountStateBadge } from '../account-state.tsx'

/** The status of an agency's payment account, what is missing, and what to do (R060, R104 to R106). */
export function PaymentAccountSection() {
  const t = useT()
  const me = useMe()
  const { accountConnected, chargesEnabled, payoutsEnabled, requirements } = me.access.payments
  const missing = [...new Set(requirements.map((one) => requirementWord(one) ?? one))]
  const isThere = accountConnected !== ''
  const onOrOff = (isOn: boolean): string => (isOn ? t('On') : t('Off'))
  return (
    <TitledCard title={t('Payment account')}>
      <DetailList
        loading={false}
        items={[
          { label: t('Status'), value: <AccountStateBadge state={accountConnected} /> },
          // Without an account nothing is charged or paid out, although nothing blocks it either.
          { label: t('Charges'), value: onOrOff(isThere && chargesEnabled) },
          { label: t('Payouts'), value: onOrOff(isThere && payoutsEnabled) },
          ...(missing.length > 0
            ? [
                {
                  label: t('Still needed'),
                  value: (
                    <Bdi>
                      {joinWords(
                        missing.map((one) => t(one)),
                        t,
                      )}
                    </Bdi>
                  ),
                },
              ]
            : []),
        ]}
      />
      <AccountActs companyId={me.companyId} kind={me.kind} state={accountConnected} />
      {isThere && (
        <div className={styles.acts}>
          <PayoutsLink />
        </div>
      )}
    </TitledCard>
  )
}
