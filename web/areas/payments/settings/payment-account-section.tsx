import { joinWords, msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { DetailList } from '../../../shells/detail-list.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { AccountActs } from '../account-acts.tsx'
import { PayoutsLink } from '../payouts/payouts-link.tsx'
import styles from '../payments.module.css'
import { AccountStateBadge } from '../account-state.tsx'

/** Names of the payment provider's requirements, for both versions of its API; unknown ones are shown as returned. */
const words: Readonly<Record<string, Text>> = {
  external_account: msg('Bank account'),
  tos_acceptance: msg('Payment provider terms'),
  individual: msg('Identity document'),
  company: msg('Company details'),
  'defaults.payout_methods': msg('Bank account'),
  'identity.attestations': msg('Payment provider terms'),
  'identity.individual': msg('Identity document'),
  'identity.business_details': msg('Company details'),
}

const wordOf = (requirement: string): Text | undefined => {
  const [area = '', part = ''] = requirement.split('.')
  return words[area] ?? words[`${area}.${part}`]
}

/** The status of an agency's payment account, what is missing, and what to do (R060, R104 to R106). */
export function PaymentAccountSection() {
  const t = useT()
  const me = useMe()
  const { accountConnected, chargesEnabled, payoutsEnabled, requirements } = me.access.payments
  const missing = [...new Set(requirements.map((one) => wordOf(one) ?? one))]
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
