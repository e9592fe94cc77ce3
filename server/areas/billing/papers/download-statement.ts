import type { downloadStatement } from '#contract/billing/papers.ts'
import { drawPaper } from '#server/platform/pdf/draw-paper.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { payerOf } from '../invoices/list-invoices.ts'
import { readStatement, statementPaper } from './statement-paper.ts'

/** A month that has not begun has no entries and closes with what is open now. */
export const handleDownloadStatement: Handler<typeof downloadStatement> = async ({ params }, call) => {
  const payer = payerOf(call)
  const statement = await call.inScope((tx) => readStatement(tx, payer, params.month))
  return {
    fileName: `statement-${params.month}.pdf`,
    contentType: 'application/pdf',
    stream: await drawPaper(await statementPaper(statement)),
  }
}
