import type { LeadDetail } from '#contract/leads/lead.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { msg, useT, type Translate } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { DetailList, type Detail } from '../../shells/detail-list.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './lead-body.module.css'
import { CreditNote, LeadPrice } from './lead-price.tsx'

const kindTexts: Readonly<Record<string, string>> = {
  lead_retail: msg('Client to agency (retail)'),
  lead_wholesale: msg('Agency to platform (wholesale)'),
  lead_retail_credit: msg('Credited to the client'),
  lead_wholesale_credit: msg('Credited to the agency'),
  lead_retail_reversal: msg('Credit to the client reversed'),
  lead_wholesale_reversal: msg('Credit to the agency reversed'),
}
const accountTexts: Readonly<Record<string, string>> = {
  client_receivable: msg('Client’s account'),
  agency_revenue: msg('Agency’s revenue'),
  agency_payable: msg('Agency’s debt'),
  root_revenue: msg('Platform’s revenue'),
}

/** The same texts for the client, who is addressed directly and sees only its own side of the transfers. */
const clientTexts: Readonly<Record<string, string>> = {
  lead_retail: msg('Charged to you'),
  lead_retail_credit: msg('Credited to you'),
  lead_retail_reversal: msg('Credit to you reversed'),
  client_receivable: msg('Your account'),
}

type Transfer = LeadDetail['money']['transfers'][number]

/** The name of a transfer kind or an account, worded for the current user. */
function useWords(): (texts: Readonly<Record<string, string>>, key: string) => string {
  const t = useT()
  const isClient = useMe().side === 'client'
  return (texts, key) => t((isClient ? clientTexts[key] : undefined) ?? texts[key] ?? key)
}

const priceItems = (lead: LeadDetail | undefined, t: Translate, format: Format): Detail[] => {
  const dollars = (value: number) => format.price(Math.round(value * 10_000))
  const items: Detail[] = [{ label: t('Retail price'), value: lead ? <LeadPrice lead={lead} /> : null }]
  if (lead?.money.wholesale_price !== undefined)
    items.push({ label: t('Wholesale price'), value: dollars(lead.money.wholesale_price) })
  return items
}

/** What each party paid for the lead: the ledger's transfers, with account balances before and after. */
export function LeadMoney({ lead }: { lead: LeadDetail | undefined }) {
  const t = useT()
  const format = useFormat()
  const transfers = lead?.money.transfers ?? []
  return (
    <TitledCard title={t('Money')}>
      <DetailList items={priceItems(lead, t, format)} loading={!lead} />
      {lead && <CreditNote lead={lead} />}
      {lead && transfers.length === 0 && <p className={styles.quiet}>{t('Nothing was charged for this lead.')}</p>}
      <ul className={styles.transfers}>
        {transfers.map((transfer) => (
          <TransferItem key={transfer.id} transfer={transfer} />
        ))}
      </ul>
    </TitledCard>
  )
}

function TransferItem({ transfer }: { transfer: Transfer }) {
  const wordsFor = useWords()
  const format = useFormat()
  const { credit_account, credit_before_cents, credit_after_cents } = transfer
  return (
    <li className={styles.transfer}>
      <div className={styles.transferHead}>
        <span>{wordsFor(kindTexts, transfer.kind)}</span>
        <span className={styles.amount}>{format.price(transfer.amount_e4)}</span>
      </div>
      <Balance
        account={transfer.debit_account}
        before={transfer.debit_before_cents}
        after={transfer.debit_after_cents}
      />
      {credit_account !== undefined && credit_before_cents !== undefined && credit_after_cents !== undefined && (
        <Balance account={credit_account} before={credit_before_cents} after={credit_after_cents} />
      )}
    </li>
  )
}

function Balance({ account, before, after }: { account: string; before: number; after: number }) {
  const t = useT()
  const wordsFor = useWords()
  const format = useFormat()
  return (
    <div className={styles.balances}>
      <span>{wordsFor(accountTexts, account)}</span>
      <bdi className={styles.amount} dir="ltr">
        {format.money(before)}
        <span className={styles.arrow} aria-label={t('then')}>
          →
        </span>
        {format.money(after)}
      </bdi>
    </div>
  )
}
