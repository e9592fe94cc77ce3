import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Language } from '#contract/core/language.ts'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import {
  readStatement,
  statementPaper,
  statementSums,
  type Statement,
} from '#server/areas/billing/papers/statement-paper.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'
import { noteStatement } from '#server/areas/tenants/note-statement.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { drawPaper } from '#server/platform/pdf/draw-paper.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import type { Translate } from '#server/platform/translate.ts'
import { readPayersPeople, showDollars } from '../dunning/mail-payers.ts'
import { paymentLinkOf } from '#server/areas/billing/invoices/payment-link.ts'
import { openFacts, openNotes, readOpenCharges, sampleCharges, type OpenCharge } from '../receivables/open-charges.ts'
import { mailPayer } from './mail-payer.ts'

interface DuePayer {
  payerId: string
  agencyId: string
  clientId: string | null
  /** The month that has ended, `2026-11`. */
  month: string
}

const mailStatementJobName = 'mail-statement'
/** The rest follows in the next run. */
const atOnce = 1_000

/**
 * Starts the statement of the month that has ended, from eight in the morning of the payer's first day. Who could not be told in
 * the first week is told next month.
 */
export const startStatementsJob: Job = {
  name: 'start-statements',
  everyMinutes: 15,
  async run(platform) {
    for (const rootId of await readRoots(platform)) {
      const scope = { kind: 'root', rootId } as const
      const now = dateOf(platform.clock.now())
      const payers = await inScope(platform.appPool, scope, (tx) => findDue(tx, rootId, now), { readOnly: true })
      await settleEach(platform, 'a statement could not be started', payers, (payer) =>
        inScope(platform.appPool, scope, (tx) => startStatement(tx, rootId, payer)),
      )
    }
  },
}

async function findDue(tx: Tx, rootId: string, now: Date): Promise<DuePayer[]> {
  const { rows } = await tx.query<DuePayer>(
    `select company.id as "payerId", company.agency_id as "agencyId", company.client_id as "clientId",
            to_char(ended.month, 'YYYY-MM') as month
       from company
      cross join lateral (select $2::timestamptz at time zone company.time_zone as now) local
      cross join lateral (select (date_trunc('month', local.now) - interval '1 month')::date as month) ended
      where company.root_id = $1 and company.removed_at is null and company.agency_id is not null
        and extract(day from local.now - interval '8 hours') <= 7
        and local.now - interval '8 hours' >= date_trunc('month', local.now)
        and company.statement_month is distinct from ended.month
      order by company.id limit ${atOnce}`,
    [rootId, now],
  )
  return rows
}

/** Noted in the transaction that queues the mail, so that a run that is repeated starts it once. */
async function startStatement(tx: Tx, rootId: string, { payerId, agencyId, clientId, month }: DuePayer): Promise<void> {
  if (!(await noteStatement(tx, payerId, month))) return
  const { rowCount: hasCharges } = await tx.query(
    'select from charge where agency_id = $1 and client_id is not distinct from $2 limit 1',
    [agencyId, clientId],
  )
  if (hasCharges) await addJob(tx, mailStatementJobName, { rootId, agencyId, clientId, month })
}

const payload = z.object({
  rootId: z.uuid(),
  agencyId: z.uuid(),
  clientId: z.uuid().nullable(),
  month: z.string(),
  only: z.uuid().optional(),
})

/** Mails a payer the statement of a month in which something happened, or after which something is open. */
export const mailStatementJob: Job = {
  name: mailStatementJobName,
  mails: true,
  async run(platform, input) {
    const task = payload.parse(input)
    const { rootId, agencyId, clientId, month } = task
    const source = await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => ({
      statement: await readStatement(tx, task, month),
      open: await readOpenCharges(tx, task),
      host: await findHostOf(tx, agencyId),
      receivers: await readPayersPeople(tx, { agency_id: agencyId, client_id: clientId }),
    }))
    const { statement, open, host, receivers } = source
    if (host === null || (statement.entries.length === 0 && statement.closing_cents === 0)) return
    const content = await buffer(await drawPaper(await statementPaper(statement)))
    await mailPayer(platform, mailStatementJobName, task, {
      kind: 'statements',
      clientId,
      about: `${clientId ?? agencyId} ${month}`,
      receivers,
      attachments: [{ fileName: `statement-${month}.pdf`, contentType: 'application/pdf', content }],
      write: statementText({
        month,
        figures: statement,
        open,
        url: pageAddress(platform.config, host, '/user/card-setting'),
        linkOf: ({ id: chargeId }) => paymentLinkOf(platform, host, { agencyId, chargeId }),
      }),
    })
  },
}

interface StatementMail {
  month: string
  figures: Pick<Statement, 'opening_cents' | 'entries' | 'closing_cents'>
  open: readonly OpenCharge[]
  url: string
  linkOf(charge: OpenCharge): string
}

const statementText =
  ({ month, figures, open, url, linkOf }: StatementMail) =>
  (say: Translate, language: Language): MailContent => {
    const { charged, paid } = statementSums(figures.entries)
    const figure = (label: string, cents: number) => ({ label, value: showDollars(cents), change: '' })
    return {
      title: say('Your statement for {month}', { month: showMonth(month, language) }),
      paragraphs: [
        open.length === 0
          ? say('The statement is attached. Nothing is open today.')
          : say('The statement is attached. What is open today is listed below.'),
        ...openNotes(open, say),
      ],
      figures: [
        figure(say('Opening balance'), figures.opening_cents),
        figure(say('Charged'), charged),
        figure(say('Paid or credited'), paid),
        figure(say('Closing balance'), figures.closing_cents),
      ],
      facts: openFacts(open, linkOf, say, language),
      button: { label: say('Open Card Setting'), url },
    }
  }

const showMonth = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : 'en-US', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))

/** With invented data. */
export const samples: MailSamples = {
  statement: {
    kind: 'statements',
    write: (say, language, { url }) =>
      statementText({
        month: '2026-11',
        figures: {
          opening_cents: 12_500,
          entries: [
            { kind: 'charge', at: new Date(0), charge: 'client_leads', number: '2026-0007', amount_cents: 15_938 },
            { kind: 'payment', at: new Date(0), charge: 'client_leads', number: '2026-0006', amount_cents: -12_500 },
          ],
          closing_cents: 15_938,
        },
        open: sampleCharges,
        url: url('/user/card-setting'),
        linkOf: () => url('/pay-invoice#sample'),
      })(say, language),
  },
}
