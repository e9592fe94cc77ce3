import type { Paper } from '#server/platform/pdf/draw-paper.ts'
import { readPaperBrand } from '#server/areas/branding/read-paper-brand.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { dayBefore, startOfDate_ms } from '#server/platform/local-dates.ts'
import { showDate } from '#server/platform/show-date.ts'
import { documentWordsIn, type DocumentWords } from '../invoices/document-words.ts'
import { partiesPart } from '../invoices/draw-document.ts'
import { dollars, shortDayOf } from './paper-formats.ts'
import { readParties, type Parties, type Payer } from './read-parties.ts'
import { readEntries, type Entry, type StatementFigures } from './statement-entries.ts'

/** A payer's month, `2026-11`, of its own calendar, with everything that its statement shows. */
export interface Statement extends StatementFigures {
  parties: Parties
  month: string
}

export async function readStatement(tx: Tx, payer: Payer, month: string): Promise<Statement> {
  const parties = await readParties(tx, payer)
  const [from, until] = [month, monthAfter(month)].map((one) => startOfDate_ms(`${one}-01`, parties.zone))
  return { parties, month, ...(await readEntries(tx, payer, [new Date(from!), new Date(until!)])) }
}

const monthAfter = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

export async function statementPaper({ parties, month, ...figures }: Statement): Promise<Paper> {
  const words = await documentWordsIn(parties.language)
  const { language, size } = parties
  const days = [`${month}-01`, dayBefore(`${monthAfter(month)}-01`)].map((day) => showDate(day, language)).join(' – ')
  const { opening_cents, closing_cents, entries } = figures
  const { charged, paid } = statementSums(entries)
  return {
    title: words.statement,
    number: '',
    language,
    size,
    brand: await readPaperBrand(parties.look),
    stamp: closing_cents > 0 ? { text: words.due, tone: 'open' } : { text: words.nothingDue, tone: 'good' },
    parts: [
      { kind: 'facts', facts: [[words.period, days]] },
      partiesPart(
        parties,
        { name: parties.seller.name, taxNumber: '' },
        { name: parties.payer.name, taxNumber: parties.payer.taxNumber ?? '' },
        words,
      ),
      {
        kind: 'figures',
        figures: [
          [words.opening, dollars(opening_cents)],
          [words.charged, dollars(charged)],
          [words.paidOrCredited, dollars(paid)],
          [words.closing, dollars(closing_cents)],
        ],
      },
      {
        kind: 'table',
        texts: [2, 3],
        head: [words.date, words.description, words.charged, words.paidOrCredited, words.balance],
        rows: rowsOf({ parties, month, ...figures }, words),
      },
      { kind: 'text', text: words.currency, isQuiet: true },
    ],
  }
}

export function statementSums(entries: readonly Entry[]): { charged: number; paid: number } {
  const sum = (some: readonly Entry[]): number => some.reduce((all, { amount_cents }) => all + amount_cents, 0)
  return {
    charged: sum(entries.filter(({ amount_cents }) => amount_cents > 0)),
    paid: sum(entries.filter(({ amount_cents }) => amount_cents < 0)),
  }
}

function rowsOf({ parties, opening_cents, closing_cents, entries }: Statement, words: DocumentWords) {
  let balance_cents = opening_cents
  const { charged, paid } = statementSums(entries)
  return [
    { cells: ['', words.opening, '', '', dollars(opening_cents)] },
    ...entries.map((entry) => {
      const { at, amount_cents } = entry
      balance_cents += amount_cents
      const amounts = amount_cents > 0 ? [dollars(amount_cents), ''] : ['', dollars(amount_cents)]
      return { cells: [shortDayOf(at, parties), textOf(entry, words), ...amounts, dollars(balance_cents)] }
    }),
    { cells: ['', words.closing, dollars(charged), dollars(paid), dollars(closing_cents)], isTotal: true },
  ]
}

/** What happened, and of which paper. */
function textOf({ kind, charge, number }: Entry, words: DocumentWords): string {
  if (kind === 'credit') return `${words.creditNote} ${number}`
  if (kind === 'paid_back') return `${words.paidBack} · ${number}`
  const what = number === '' ? words[charge] : `${words.invoice} ${number}`
  if (kind === 'charge') return what
  return `${kind === 'payment' ? words.payment : words.writtenOff} · ${what}`
}
