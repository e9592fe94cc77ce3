import { Readable } from 'node:stream'
import { privacyChoicesPath } from '#contract/privacy/choices-path.ts'
import type { downloadBrokerRegister } from '#contract/privacy/records.ts'
import { readTradeNames } from '#server/areas/branding/read-trade-names.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import type { Handler } from '#server/platform/http/route.ts'

const head = [
  'Trade name',
  'Legal name',
  'Role',
  'Sells to',
  'Website',
  'Served since',
  'Page for people’s rights',
  'Mailing address',
  'Email',
]

/** What a data broker names when it registers: every trade name and website through which it serves, and who sells there. */
export const handleDownloadBrokerRegister: Handler<typeof downloadBrokerRegister> = async (
  { query: { format } },
  call,
) => {
  const names = await call.inScope((tx) => readTradeNames(tx, call.caller.rootId))
  const lines = names.map(({ is_operators: isOperators, brand, legal_name, host, since, address, email }) =>
    csvLine(
      [
        brand,
        legal_name,
        isOperators ? 'Operator, holds the identity data' : 'Agency, sells under its own name',
        isOperators ? 'Agencies' : 'Its clients',
        host === null ? null : `https://${host}`,
        since?.toISOString().slice(0, 10) ?? null,
        host === null ? null : `https://${host}${privacyChoicesPath}`,
        address,
        email,
      ],
      format,
    ),
  )
  return {
    fileName: 'data-broker-register.csv',
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from([csvStart(format) + csvLine(head, format) + lines.join('')]),
  }
}
