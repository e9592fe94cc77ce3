import { Readable } from 'node:stream'
import type { ParamsOf, QueryOf } from '#contract/core/operation.ts'
import type { downloadReportTable, readReportTable } from '#contract/reports/tables.ts'
import { assertKnownClient, listScopeOf } from '#server/areas/tenants/public.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { today } from '../days.ts'
import { moduleOf } from '../module-of.ts'
import { periodOf } from '../report-period.ts'
import { buildTable, type AskedTable } from './build-table.ts'
import { readClientName } from './read-client-name.ts'
import { readReportBrand } from './report-brand.ts'
import { writeReport } from './write-report.ts'

type Asked = { params: ParamsOf<typeof readReportTable>; query: QueryOf<typeof readReportTable> }

const askedBy = ({ params, query }: Asked, call: SignedInCall): AskedTable => ({
  scope: listScopeOf(call.object!, params.clientId),
  kind: params.kind,
  module: moduleOf(query.moduleType),
  period: periodOf(params, today(call.platform.clock)),
  withCosts: query.costs,
})

export const handleReadReportTable: Handler<typeof readReportTable> = async (input, call) => {
  const asked = askedBy(input, call)
  return call.inScope(async (tx) => {
    await assertKnownClient(tx, asked.scope)
    return buildTable(tx, asked)
  })
}

export const handleDownloadReportTable: Handler<typeof downloadReportTable> = async (input, call) => {
  const { format, language } = input.query
  const asked = askedBy(input, call)
  const { table, clientName } = await call.inScope(async (tx) => {
    await assertKnownClient(tx, asked.scope)
    return { table: await buildTable(tx, asked), clientName: await readClientName(tx, asked.scope) }
  })
  const brand = await readReportBrand(call.platform, asked.scope)
  const { content, ...file } = await writeReport({ table, brand, language, format, clientName, module: asked.module })
  return { ...file, stream: Readable.from([content]) }
}
