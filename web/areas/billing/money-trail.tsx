import { Button, Skeleton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Invoice } from '#contract/billing/invoices.ts'
import { readMoneyTrail, type TrailLeg } from '#contract/billing/money-trail.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { ChargeStanding } from './charge-standing.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'
import styles from './money-trail.module.css'
import { refundReasons, refundStates } from './refund-words.ts'

const legTexts: Readonly<Record<TrailLeg['leg'], Text>> = {
  retail: msg('The client pays the agency'),
  wholesale: msg('The agency pays the platform'),
}
const creditTexts: Readonly<Record<TrailLeg['credits'][number]['cause'], Text>> = {
  return: msg('Credited: lead returned'),
  exclusion: msg('Credited: person excluded'),
}

/** Billing history on a lead's page: price, invoice, payment, refunds and credits. */
export function MoneyTrail({ leadId }: { leadId: string }) {
  const t = useT()
  const me = useMe()
  const mayRead = me.viewEndsAt === null && (me.side === 'client' || me.may('settings.enable'))
  const { data, error, refetch } = useCall(readMoneyTrail, { params: { id: leadId } }, { enabled: mayRead })
  const [openLeg, setOpenLeg] = useState<{ companyId: string; invoice: Invoice } | null>(null)
  const legs = data?.data
  if (!mayRead || legs?.length === 0) return null
  return (
    <TitledCard title={t('Money trail')}>
      {error && !legs && <FailureNote failure={error} onRetry={refetch} />}
      {!legs && !error && <Skeleton height="6rem" />}
      {legs?.map((leg) => (
        <section key={leg.leg} className={styles.leg}>
          <h3 className={styles.heading}>
            {t(me.side === 'client' ? msg('What you pay your agency') : legTexts[leg.leg])}
          </h3>
          <Steps leg={leg} onOpen={(invoice) => setOpenLeg({ companyId: leg.company_id, invoice })} />
        </section>
      ))}
      {openLeg && <InvoiceDialog {...openLeg} onClose={() => setOpenLeg(null)} />}
    </TitledCard>
  )
}

function Steps({ leg, onOpen }: { leg: TrailLeg; onOpen: (invoice: Invoice) => void }) {
  const t = useT()
  const format = useFormat()
  const price = (dollars: number): string => format.price(Math.round(dollars * 10_000))
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <ol className={styles.steps}>
      <Step title={t('Priced')} at={leg.priced_at} amount={price(leg.price)} />
      {leg.top_ups.length > 0 && (
        <Step title={t('Paid from prepaid money')}>
          {leg.top_ups.map(({ id, amount, bought_at }) => (
            <div key={id}>
              {t('Top-up of {amount} on {date}', { amount: isolate(money(amount)), date: format.date(bought_at) })}
            </div>
          ))}
        </Step>
      )}
      {leg.invoice ? <OnInvoice leg={leg} invoice={leg.invoice} onOpen={onOpen} /> : <NotYet leg={leg} />}
      {leg.bill && <OnBill bill={leg.bill} />}
      {leg.refunds.map((refund) => (
        <Step
          key={refund.id}
          title={refund.of_line ? t('Refund of this line') : t('Refund of the invoice')}
          at={refund.created_at}
          amount={format.money(-Math.round(refund.part * 100))}
        >
          {t(refundStates[refund.state].text)} · {t(refundReasons[refund.reason])}
          {refund.credit_note !== '' && (
            <>
              {' · '}
              <Bdi>{refund.credit_note}</Bdi>
            </>
          )}
        </Step>
      ))}
      {leg.credits.map((credit) => (
        <Credited key={credit.credited_at} credit={credit} onOpen={onOpen} />
      ))}
    </ol>
  )
}

/** A bill from the end of manual billing. It asked for everything that was owed then. */
function OnBill({ bill }: { bill: NonNullable<TrailLeg['bill']> }) {
  const t = useT()
  const format = useFormat()
  return (
    <Step title={t('Manual bill')} at={bill.created_at} amount={format.money(Math.round(bill.amount * 100))}>
      {t('Charged everything that was owed when manual billing ended, including this lead.')}
      <ChargeStanding charge={bill} nextTryOn={bill.next_try_on} refunded={bill.refunded} />
    </Step>
  )
}

type CreditedProps = { credit: TrailLeg['credits'][number]; onOpen: (invoice: Invoice) => void }

/** A credit; if it was reversed after an invoice had deducted it, also the invoice that charges for it again. */
function Credited({ credit, onOpen }: CreditedProps) {
  const t = useT()
  const format = useFormat()
  const price = (dollars: number): string => format.price(Math.round(dollars * 10_000))
  const { asked_again: again } = credit
  return (
    <>
      <Step title={t(creditTexts[credit.cause])} at={credit.credited_at} amount={price(-credit.amount)}>
        {credit.tax > 0 && <span>{t('Plus {tax} tax.', { tax: price(credit.tax) })} </span>}
        {credit.taken_back_at !== null && t('Reversed on {date}', { date: format.date(credit.taken_back_at) })}
      </Step>
      {again && (
        <Later
          later={again}
          amount={price(again.amount)}
          why={t('Charges again for a reversed credit.')}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

/** A lead credited before its billing period ends is never invoiced. */
function NotYet({ leg }: { leg: TrailLeg }) {
  const t = useT()
  if (leg.credits.some((credit) => credit.taken_back_at === null)) return null
  return <Step title={t('Not invoiced yet')}>{t('It will be on the current period’s invoice.')}</Step>
}

type OnInvoiceProps = { leg: TrailLeg; invoice: Invoice; onOpen: (invoice: Invoice) => void }

function OnInvoice({ leg, invoice, onOpen }: OnInvoiceProps) {
  const t = useT()
  const format = useFormat()
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <>
      <Step
        title={t('Invoice {number}, line {line}', {
          number: isolate(invoice.number),
          line: format.number(leg.line ?? 0),
        })}
        at={invoice.issued_at}
        amount={money(leg.line_amount ?? 0)}
      >
        {leg.line_tax !== null && leg.line_tax > 0 && (
          <span className={styles.quiet}>{t('Plus {tax} tax.', { tax: money(leg.line_tax) })} </span>
        )}
        <Button size="compact-xs" variant="default" mt={4} onClick={() => onOpen(invoice)}>
          {t('Show invoice')}
        </Button>
      </Step>
      <Step title={t('Charge')} amount={money(invoice.amount)}>
        <ChargeStanding charge={invoice} nextTryOn={invoice.next_try_on} refunded={invoice.refunded} />
        {invoice.deduction > 0 && (
          <span className={styles.quiet}>
            {t('{amount} was paid or invoiced earlier.', { amount: money(invoice.deduction) })}
          </span>
        )}
      </Step>
      {leg.commissions?.map(({ name, percent, amount }, at) => (
        <Step key={at} title={t('Commission of {name}', { name: isolate(name) })} amount={money(amount)}>
          {t('{percent} of what was received for the invoice.', { percent: format.percent(percent / 100) })}
        </Step>
      ))}
      {leg.later && (
        <Later
          later={leg.later}
          amount={money(leg.later.amount)}
          why={t('Charges an amount from a client payment that failed.')}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

type LaterProps = {
  later: { invoice: Invoice; line: number }
  amount: string
  why: string
  onOpen: (invoice: Invoice) => void
}

/** A later invoice that charges for the lead, and why: the first one left it out, or its credit was reversed. */
function Later({ later: { invoice, line }, amount, why, onOpen }: LaterProps) {
  const t = useT()
  const format = useFormat()
  return (
    <Step
      title={t('Invoice {number}, line {line}', { number: isolate(invoice.number), line: format.number(line) })}
      at={invoice.issued_at}
      amount={amount}
    >
      {why}
      <br />
      <Button size="compact-xs" variant="default" mt={4} onClick={() => onOpen(invoice)}>
        {t('Show invoice')}
      </Button>
    </Step>
  )
}

type StepProps = { title: string; at?: string; amount?: string; children?: ReactNode }

function Step({ title, at, amount, children }: StepProps) {
  const format = useFormat()
  return (
    <li className={styles.step}>
      <span className={styles.head}>
        <span className={styles.title}>{title}</span>
        {amount !== undefined && (
          <bdi className={styles.amount} dir="ltr">
            {amount}
          </bdi>
        )}
      </span>
      {at !== undefined && (
        <time className={styles.quiet} dateTime={at}>
          {format.dateTime(at)}
        </time>
      )}
      {children && <div className={styles.quiet}>{children}</div>}
    </li>
  )
}
