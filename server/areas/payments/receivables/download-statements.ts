import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Zip, ZipPassThrough } from 'fflate'
import type { downloadStatements } from '#contract/payments/receivables.ts'
import { readStatement, statementPaper } from '#server/areas/billing/papers/statement-paper.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { drawPaper } from '#server/platform/pdf/draw-paper.ts'
import { readAccounts } from './read-receivables.ts'

interface Payer {
  rootId: string
  agencyId: string
  clientId: string | null
  name: string
}

/** A thousand papers are drawn in a few minutes; more payers are not read by anybody. */
const maxStatements = 1_000

/** One statement for each payer who owes something, drawn one by one while the file is sent. */
export const handleDownloadStatements: Handler<typeof downloadStatements> = async ({ params: { month } }, call) => {
  const payers = await readPayers(call)
  return {
    fileName: `statements-${month}.zip`,
    contentType: 'application/zip',
    stream: Readable.from(zipOf(call, payers, month)),
  }
}

function readPayers({ caller, inScope }: SignedInCall): Promise<Payer[]> {
  return inScope(async (tx) => {
    const { accounts } = await readAccounts(tx, caller, { payerIds: [], limit: maxStatements, offset: 0 })
    return accounts
      .filter(({ owed_e4 }) => owed_e4 > 0)
      .map(({ agency_id: agencyId, client_id: clientId, company_name: name }) => ({
        rootId: caller.rootId,
        agencyId,
        clientId,
        name,
      }))
  })
}

async function* zipOf(call: SignedInCall, payers: readonly Payer[], month: string): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [index, payer] of payers.entries()) {
    const statement = await call.inScope((tx) => readStatement(tx, payer, month))
    // PDFs are compressed already. Numbered, because two payers can have the same name.
    const file = new ZipPassThrough(`${String(index + 1).padStart(4, '0')}-${plainName(payer.name)}.pdf`)
    zip.add(file)
    file.push(await buffer(await drawPaper(await statementPaper(statement))), true)
    yield* chunks
    chunks = []
  }
  zip.end()
  yield* chunks
}

/** What every file system accepts. */
const plainName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, '')
    .trim()
    .slice(0, 60) || 'payer'
