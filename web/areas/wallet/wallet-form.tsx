import { Button, SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import {
  chargeWallet,
  listWalletHistory,
  minimumOf,
  presets,
  readWallet,
  saveWallet,
  shortAmount,
  stopContinualTopUp,
  topUpProblem,
  type Wallet,
} from '#contract/wallet/wallet.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { MoneyInput } from '../../shells/money-input.tsx'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { amountProblem, textOfPrice } from '../../shells/price-text.ts'
import styles from './wallet.module.css'

const fresh = [readWallet, listWalletHistory]

/** The top-up amount, and the three actions on the wallet. */
export function WalletForm({ wallet }: { wallet: Wallet }) {
  const t = useT()
  const me = useMe()
  const [amount, setAmount] = useState(textOfPrice(wallet.amount))
  const [isCustom, setCustom] = useState(wallet.custom_amount)
  const [note, setNote] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const save = useAction(saveWallet, { invalidates: fresh, onDone: ({ message }) => notifyDone(t(message)) })
  const minimum = shortAmount(minimumOf(isCustom)).slice(1)
  const body = { company_id: me.companyId, amount: Number(amount), custom_amount: isCustom }
  /** R242: an amount below the minimum shows an error, and nothing is sent. */
  const isRight = (): boolean => {
    const problem = topUpProblem(amount, isCustom)
    if (problem === null) return true
    const isLow = Number(amount) < minimumOf(isCustom)
    notifyFailed(isLow ? t('The minimum amount is ${min}', { min: minimum }) : t(problem))
    return false
  }
  const choose = (dollars: number, custom: boolean): void => {
    setCustom(custom)
    setAmount(textOfPrice(dollars))
    setNote(null)
  }
  /** R241. What is no amount stays for its owner to mend. */
  const leave = (text: string): void => {
    const problem = amountProblem(text)
    if (problem) return setNote(t(problem))
    if (Number(text) >= minimumOf(isCustom)) return setNote(null)
    setAmount(textOfPrice(minimumOf(isCustom)))
    setNote(t('*Minimum amount is ${min}', { min: minimum }))
  }
  return (
    <section className={styles.form} aria-label={t('Top-up')}>
      <SegmentedControl
        fullWidth
        aria-label={t('Amount')}
        value={isCustom ? '' : String(Number(amount))}
        onChange={(value) => choose(Number(value), false)}
        data={presets.map((dollars) => ({ value: String(dollars), label: shortAmount(dollars) }))}
      />
      <Switch
        label={t('Custom amount')}
        checked={isCustom}
        onChange={(event) => {
          const custom = event.currentTarget.checked
          choose(minimumOf(custom), custom)
        }}
      />
      <MoneyInput rule="price" label={t('Amount')} value={amount} onChange={setAmount} onLeave={leave} error={note} />
      <div className={styles.acts}>
        <Button
          disabled={wallet.is_enable_topup_prepaid_direct_payment === false}
          onClick={() => isRight() && setAsking(true)}
        >
          {t('Top up now')}
        </Button>
        <Button
          variant="default"
          loading={save.isPending}
          onClick={() => isRight() && save.mutate({ body }, { onError: ({ message }) => notifyFailed(t(message)) })}
        >
          {t('Save amount')}
        </Button>
        <ContinualButton wallet={wallet} />
      </div>
      {isAsking && <ChargeDialog amount={amount} isCustom={isCustom} onClose={() => setAsking(false)} />}
    </section>
  )
}

/** R243. */
function ContinualButton({ wallet }: { wallet: Wallet }) {
  const t = useT()
  const me = useMe()
  const isStopped = wallet.stop_continual
  const stop = useAction(stopContinualTopUp, {
    invalidates: fresh,
    onDone: ({ message }) => notifyDone(t(message)),
  })
  return (
    <Button
      variant="default"
      loading={stop.isPending}
      onClick={() =>
        stop.mutate(
          { body: { company_id: me.companyId, stop_continual: !isStopped } },
          { onError: ({ message }) => notifyFailed(t(message)) },
        )
      }
    >
      {isStopped ? t('Continual Topup') : t('Stop Continual Topup')}
    </Button>
  )
}

type ChargeProps = { amount: string; isCustom: boolean; onClose: () => void }

/** Confirms, because the card is charged. */
function ChargeDialog({ amount, isCustom, onClose }: ChargeProps) {
  const t = useT()
  const me = useMe()
  const format = useFormat()
  // One id per opening of the dialog, so that a retry cannot top up twice.
  const [operationId] = useState(() => crypto.randomUUID())
  const charge = useAction(chargeWallet, {
    invalidates: fresh,
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  const body = {
    company_id: me.companyId,
    amount: Number(amount),
    custom_amount: isCustom,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    payment_type: 'credit_card' as const,
    operationId,
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Top up {amount}?', { amount: format.money(Math.round(Number(amount) * 100)) })}
      confirmLabel={t('Top up now')}
      danger={false}
      submitting={charge.isPending}
      submitError={null}
      // R247.
      onConfirm={() =>
        charge.mutate(
          { body },
          {
            onError: ({ message, status }) => {
              notifyFailed(t(message))
              // Without a response the card may have been charged: stay open, so that a retry is the same top-up.
              if (status >= 400 && status < 500) onClose()
            },
          },
        )
      }
    >
      <p>{t('Your card is charged now. The balance pays for leads and is non-refundable.')}</p>
    </ConfirmDialog>
  )
}
