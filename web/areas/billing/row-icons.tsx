import { IconCreditCardOff, IconReceipt, IconReceiptDollar, IconTicket } from '@tabler/icons-react'
import { useState } from 'react'
import { excludeMinimumSpend } from '#contract/billing/manual-bill.ts'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { ManualBillDialog } from './manual-bill-dialog.tsx'
import { OnboardingDialog } from './onboarding-dialog.tsx'
import { RowIcon } from './row-icon.tsx'
import { SettlementDialog } from './settlement-dialog.tsx'

type RowProps = { row: CompanyRow }

/** An agency's billing is its operator's to set, never its sales staff's (R151, R153). */
function useMaySet({ user_type, id }: CompanyRow): boolean {
  const me = useMe()
  const isOperator = me.kind === 'rootSystem' || me.kind === 'rootAdmin'
  return (
    isOperator && user_type === 'userdownline' && id !== null && me.may('settings.update') && me.viewEndsAt === null
  )
}

/** Manual bill, minimum spend and onboarding charge of an agency's row, in R189's order. */
export function BillingIcons({ row }: RowProps) {
  const me = useMe()
  if (!useMaySet(row)) return null
  // R154.
  const isAsked = row.agency_onboarding_status === 'T' && row.is_onboard_charged === 'F' && !row.customer_payment_id
  return (
    <>
      <ManualBillIcon row={row} />
      {me.hasMinimumSpend && <MinimumSpendIcon row={row} />}
      {isAsked && <OnboardingIcon row={row} />}
    </>
  )
}

function ManualBillIcon({ row }: RowProps) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const isOn = row.manual_bill === 'T'
  return (
    <>
      <RowIcon
        icon={IconReceipt}
        color={isOn ? 'green' : 'gray'}
        isOn={isOn}
        label={t('Manual bill for {name}', { name: isolate(row.company_name) })}
        onClick={() => setAsking(true)}
      />
      {isAsking && <ManualBillDialog row={row} onClose={() => setAsking(false)} />}
    </>
  )
}

const excludeFailed = msg(
  'We are unable to include/exclude the agency for minimum spend, please try again later or contact the support',
)

/** Turned at once, and back by the next click (R192, R260). */
function MinimumSpendIcon({ row }: RowProps) {
  const t = useT()
  const turn = useAction(excludeMinimumSpend, {
    invalidates: [listCompanies],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const isIncluded = row.exclude_minimum_spend === 0
  return (
    <RowIcon
      icon={IconReceiptDollar}
      color={isIncluded ? 'green' : 'gray'}
      isOn={isIncluded}
      loading={turn.isPending}
      label={t('Minimum spend for {name}', { name: isolate(row.company_name) })}
      onClick={() =>
        turn.mutate(
          { body: { companyID: row.company_id, exclude_minimum_spend: isIncluded ? 1 : 0 } },
          { onError: () => notifyFailed(t(excludeFailed)) },
        )
      }
    />
  )
}

/** R191: green while the agency is asked, grey when it is not. */
function OnboardingIcon({ row }: RowProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <RowIcon
        icon={IconTicket}
        color={row.exclude_onboard_charge === 'T' ? 'gray' : 'green'}
        label={t('Onboarding charge of {name}', { name: isolate(row.company_name) })}
        onClick={() => setOpen(true)}
      />
      {isOpen && <OnboardingDialog row={row} onClose={() => setOpen(false)} />}
    </>
  )
}

/** R193: red while an agency's payment has failed. The last of its row. */
export function PaymentFailedIcon({ row }: RowProps) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const maySet = useMaySet(row)
  if (!maySet || row.payment_status !== 'failed') return null
  return (
    <>
      <RowIcon
        icon={IconCreditCardOff}
        color="red"
        label={t('Payment of {name} failed', { name: isolate(row.company_name) })}
        onClick={() => setAsking(true)}
      />
      {isAsking && <SettlementDialog row={row} onClose={() => setAsking(false)} />}
    </>
  )
}
