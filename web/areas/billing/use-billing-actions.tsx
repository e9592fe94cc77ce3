import { IconCreditCardOff, IconReceipt, IconReceiptDollar, IconTicket } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { excludeMinimumSpend } from '#contract/billing/manual-bill.ts'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import type { RowAct } from '../../shells/resource-table/row-actions.tsx'
import { ManualBillDialog } from './manual-bill-dialog.tsx'
import { OnboardingDialog } from './onboarding-dialog.tsx'
import { SettlementDialog } from './settlement-dialog.tsx'

/** Only an agency's operator may change its billing, and never their sales staff (R151, R153). */
function useMaySet({ user_type, id }: CompanyRow): boolean {
  const me = useMe()
  const isOperator = me.kind === 'rootSystem' || me.kind === 'rootAdmin'
  return (
    isOperator && user_type === 'userdownline' && id !== null && me.may('settings.update') && me.viewEndsAt === null
  )
}

const excludeFailed = msg(
  'We are unable to include/exclude the agency for minimum spend, please try again later or contact the support',
)

/** Toggles at once, without confirmation; another click undoes it (R192, R260). */
function useMinimumSpend(row: CompanyRow): RowAct {
  const t = useT()
  const turn = useAction(excludeMinimumSpend, {
    invalidates: [listCompanies],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const isIncluded = row.exclude_minimum_spend === 0
  return {
    icon: IconReceiptDollar,
    color: isIncluded ? 'green' : 'gray',
    isOn: isIncluded,
    loading: turn.isPending,
    label: t('Minimum spend for {name}', { name: isolate(row.company_name) }),
    onClick: () =>
      turn.mutate(
        { body: { companyId: row.company_id, exclude_minimum_spend: isIncluded ? 1 : 0 } },
        { onError: () => notifyFailed(t(excludeFailed)) },
      ),
  }
}

type BillingActions = {
  /** Actions of an agency's row in R189's order: manual bill, minimum spend, onboarding charge. */
  items: readonly RowAct[]
  /** R193: red while an agency's payment has failed. The last action of the row. */
  settlement: readonly RowAct[]
  /** The dialog opened by an action. */
  dialog: ReactNode
}

export function useBillingActions(row: CompanyRow): BillingActions {
  const t = useT()
  const me = useMe()
  const minimumSpend = useMinimumSpend(row)
  const [open, setOpen] = useState<'manual' | 'onboarding' | 'failed' | null>(null)
  if (!useMaySet(row)) return { items: [], settlement: [], dialog: null }
  const values = { name: isolate(row.company_name) }
  const close = (): void => setOpen(null)
  const isManual = row.manual_bill
  const manual: RowAct = {
    icon: IconReceipt,
    color: isManual ? 'green' : 'gray',
    isOn: isManual,
    label: t('Manual bill for {name}', values),
    onClick: () => setOpen('manual'),
  }
  // R191: green if the agency is charged, gray if it is excluded.
  const onboarding: RowAct = {
    icon: IconTicket,
    color: row.exclude_onboard_charge ? 'gray' : 'green',
    label: t('Onboarding charge of {name}', values),
    onClick: () => setOpen('onboarding'),
  }
  const charges: RowAct = {
    icon: IconCreditCardOff,
    color: 'red',
    label: t('Payment of {name} failed', values),
    onClick: () => setOpen('failed'),
  }
  // R154: shown only while an onboarding fee is due that was not charged, and without a payment customer id.
  const isAsked = row.agency_onboarding_status && row.is_onboard_charged === false && !row.customer_payment_id
  return {
    items: [manual, ...(me.hasMinimumSpend ? [minimumSpend] : []), ...(isAsked ? [onboarding] : [])],
    settlement: row.payment_status === 'failed' ? [charges] : [],
    dialog: (
      <>
        {open === 'manual' && <ManualBillDialog row={row} onClose={close} />}
        {open === 'onboarding' && <OnboardingDialog row={row} onClose={close} />}
        {open === 'failed' && <SettlementDialog row={row} onClose={close} />}
      </>
    ),
  }
}
