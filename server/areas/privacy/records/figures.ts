import { Readable } from 'node:stream'
import { toPage } from '#contract/core/page.ts'
import type { downloadPrivacyFigures, listPrivacyFigures, YearFigures } from '#contract/privacy/records.ts'
import { readTradeNames } from '#server/areas/branding/read-trade-names.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readFigures, readPlatformFigures } from './read-figures.ts'

async function readAll(call: SignedInCall): Promise<YearFigures[]> {
  const ofBrands = await call.inScope((tx) => readFigures(tx, call.caller.rootId, null))
  return [...ofBrands, ...(await readPlatformFigures(call.platform.identityPool))].toSorted((a, b) => b.year - a.year)
}

/** A few rows: records of requests live for two years. */
export const handleListPrivacyFigures: Handler<typeof listPrivacyFigures> = async ({ query }, call) => {
  const { page, perPage } = query
  const figures = await readAll(call)
  return toPage(figures.slice((page - 1) * perPage, page * perPage), page, perPage, figures.length)
}

const head = [
  'Year',
  'Brand',
  'Request',
  'Received',
  'Complied with',
  'Denied',
  'Not verified or not found',
  'Open',
  'Mean days',
  'Median days',
]
const kindNames: Readonly<Record<YearFigures['kind'], string>> = {
  opt_out: 'Opt out of sale and sharing',
  see: 'Know',
  delete: 'Delete',
  correct: 'Correct',
  platform: 'California’s deletion platform',
}

/** California's Civ. 1798.99.85: received, complied with and denied, with median and mean days. */
export const handleDownloadPrivacyFigures: Handler<typeof downloadPrivacyFigures> = async (
  { query: { format } },
  call,
) => {
  const { rootId } = call.caller
  const all = await readAll(call)
  const brands = await call.inScope((tx) => readTradeNames(tx, rootId))
  const byBrand = [...new Map(brands.map(({ company_id, brand }) => [company_id, brand]))]
  const lines = all.map((figures) => ({ brand: 'All', figures }))
  // Requests on the operator's own host carry its id as their agency's.
  for (const [companyId, brand] of byBrand)
    for (const figures of await call.inScope((tx) => readFigures(tx, rootId, companyId))) lines.push({ brand, figures })
  const text = lines.map(({ brand, figures: { year, kind, ...counts } }) =>
    csvLine(
      [
        year,
        brand,
        kindNames[kind],
        counts.received,
        counts.complied,
        counts.denied,
        counts.unverified,
        counts.open,
        counts.mean_days,
        counts.median_days,
      ],
      format,
    ),
  )
  return {
    fileName: 'privacy-figures.csv',
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from([csvStart(format) + csvLine(head, format) + text.join('')]),
  }
}
