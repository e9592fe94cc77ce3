import { centsFromE4, dollarsFromCents } from '#contract/core/money.ts'
import type { Language } from '#contract/core/language.ts'
import { showDate } from '#server/platform/show-date.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { ofAmount } from './due-alert.ts'
import type { AlertState } from './read-alerts.ts'
import { fiction, type MailSample, type MailSamples } from '#server/areas/mails/mail-sample.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const money = (cents: number): string => dollars.format(dollarsFromCents(cents))

type ShownAlert = Pick<AlertState, 'of' | 'name' | 'client' | 'anewOn' | 'used_e4' | 'cap_cents' | 'amount_cents'>

/** The text of an alert in the reader's language. `due` is the percentage or the amount. */
export const alertText =
  (alert: ShownAlert, due: number, url: string | null) =>
  (say: Translate, language: Language): MailContent => {
    const { of, name, client, anewOn } = alert
    const spending = money(centsFromE4(alert.used_e4))
    const cap = alert.cap_cents === null ? '' : money(alert.cap_cents)
    return {
      title: titleOf(alert, due, say),
      paragraphs: [
        alert.cap_cents === null
          ? say('Leads this month have cost {used} so far.', { used: spending })
          : say('Leads this month have cost {used} so far, out of a cap of {cap}.', { used: spending, cap }),
        ...(due === 100
          ? [say('Leads stop until {date}, or until the cap is raised.', { date: showDate(anewOn, language) })]
          : []),
        ...(due === ofAmount ? [say('This is only a notice: leads continue.')] : []),
      ],
      facts: [
        ...(of === 'campaign' ? [[say('Campaign'), name] as const] : []),
        of === 'agency' ? ([say('Agency'), name] as const) : ([say('Client'), client] as const),
        [say('Spent this month'), spending],
        ...(cap === '' ? [] : [[say('Spend cap'), cap] as const]),
        [say('Resets on'), { date: anewOn }],
      ],
      ...(url !== null && { button: { label: say(buttons[of]), url } }),
    }
  }

const buttons = { campaign: 'Open campaign', client: 'See the spend cap', agency: 'See the spend cap' } as const

function titleOf({ name, amount_cents }: ShownAlert, due: number, say: Translate): string {
  if (due === 100) return say('Spend cap reached: {name}', { name })
  if (due === ofAmount) return say('Spending passed {amount}: {name}', { amount: money(amount_cents ?? 0), name })
  return say('{share} of the spend cap is used: {name}', { share: `${due}%`, name })
}

const sampleOf = (due: number): MailSample => ({
  kind: 'spending',
  write: (say, language, { url }) =>
    alertText(
      {
        of: 'campaign',
        name: fiction.campaign,
        client: fiction.company,
        anewOn: fiction.date,
        used_e4: due === 80 ? 8_000_000 : 10_000_000,
        cap_cents: due === ofAmount ? null : 100_000,
        amount_cents: 100_000,
      },
      due,
      url('/'),
    )(say, language),
})

/** With invented data. */
export const samples: MailSamples = {
  cap_reached: sampleOf(100),
  cap_near: sampleOf(80),
  amount_passed: sampleOf(ofAmount),
}
