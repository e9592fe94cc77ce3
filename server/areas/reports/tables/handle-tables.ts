import { Readable } from 'node:stream'
import type { ParamsOf, QueryOf } from '#contract/core/operation.ts'
import { maxFileRows, type downloadReportTable, type readReportTable } from '#contract/reports/tables.ts'
import { assertKnownClient, listScopeOf } from '#server/areas/tenants/list-scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { today } from '../days.ts'
import { moduleOf } from '../module-of.ts'
import { periodOf } from '../report-period.ts'
import { buildTable, type ReportTableQuery } from './build-table.ts'
import { readClientName } from './read-client-name.ts'
import { readReportBrand } from './report-brand.ts'
import { writeReport } from './write-report.ts'

type TableRequest = { params: ParamsOf<typeof readReportTable>; query: QueryOf<typeof readReportTable> }

const queryOf = ({ params, query }: TableRequest, call: SignedInCall): ReportTableQuery => ({
  scope: listScopeOf(call.object!, params.clientId),
  kind: params.kind,
  module: moduleOf(query.moduleType),
  period: periodOf(params, today(call.platform.clock)),
  withCosts: query.costs,
})

export const handleReadReportTable: Handler<typeof readReportTable> = async (input, call) => {
  const tableQuery = queryOf(input, call)
  return call.inScope(async (tx) => {
    await assertKnownClient(tx, tableQuery.scope)
    return buildTable(tx, tableQuery)
  })
}

export const handleDownloadReportTable: Handler<typeof downloadReportTable> = async (input, call) => {
  const { format, language } = input.query
  const tableQuery = queryOf(input, call)
  const { table, clientName } = await call.inScope(async (tx) => {
    await assertKnownClient(tx, tableQuery.scope)
    return {
      table: await buildTable(tx, tableQuery, maxFileRows[format]),
      clientName: await readClientName(tx, tableQuery.scope),
    }
  })
  const brand = await readReportBrand(call.platform, tableQuery.scope)
  const { content, ...file } = await writeReport({
    table,
    brand,
    language,
    format,
    clientName,
    module: tableQuery.module,
  })
  return { ...file, stream: Readable.from([content]) }
}
